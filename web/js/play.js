// What somebody does at the table, as a plain value: what is asked, what he has in hand, what he has chosen. Each thing that
// happens makes a new value of the old one; what it wants of the server or the page stands in its `wishes`. Nothing here
// draws, waits or asks.

/** @typedef {import("./types").Seat} Seat */
/** @typedef {import("./types").Offer} Offer */
/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Reason} Reason */
/** @typedef {import("./types").Forecast} Forecast */
/** What the server refuses, or nobody has heard. @typedef {Omit<import("./types").Failure, "kind"> & { kind: import("./types").FailureKind | "offline" }} Failure */
/** @typedef {import("./drag.js").Pose} Pose */
/** @typedef {import("./plan.js").Draft} Draft */
/** What looks possible and is not, and why. @typedef {{ offer: Offer | null, reason: Reason }} Refused */
/** What an action throws, if it does, and what it leads to later as things stand after it. @typedef {{ action: string, odds: Forecast | null, later: Forecast[] }} Foreseen */
/** A move in the making: every drag and turn goes on from what came before. @typedef {{ ids: string[], mode: string, by: number, parts: Offer[], to: Pose | null, held: boolean, free: boolean, open: boolean, offer: Offer | null, stopped: Reason | null }} Move */
/** Units chosen together, where the rules let several act as one. @typedef {{ ids: string[], offers: Offer[], refused: Refused[] }} Band */

/**
 * What the server is asked, or the page is to do.
 * @typedef {{ ask: "odds", action: string } | { ask: "check", action: string } | { ask: "drag", dragged: import("./types").Dragged, to: Pose }
 *   | { ask: "why", piece: string, quiet: boolean } | { ask: "together", pieces: string[] } | { ask: "advise" } | { act: string, decided: boolean }
 *   | { later: string } | { say: string, ok: boolean } | { shout: string } | { show: "unit" | "odds" } | { sound: "turn" }} Wish
 */

/**
 * @typedef {object} Play
 * @property {State | null} state what the server has sent last
 * @property {Seat | null} seat who looks
 * @property {boolean} both whether both seats are at this screen
 * @property {Seat | null} curtain who has to come before his hand is shown
 * @property {boolean} busy whether an action is on its way
 * @property {boolean} online
 * @property {{ at: number, scene: Scene } | null} past an earlier moment that is looked at
 * @property {string} asked what was asked last
 * @property {boolean} touched whether the person has done something since
 * @property {string | null} selected
 * @property {string[]} group pieces that are selected together
 * @property {boolean} grouping whether a tap adds to the group
 * @property {string | null} chosen the action that would be committed
 * @property {string} resting the option that the pointer is on
 * @property {Draft | null} draft
 * @property {string | null} piece the piece of a plan that is in hand
 * @property {Failure | null} verdict why a plan is not allowed
 * @property {Move | null} move
 * @property {Band} band
 * @property {{ of: string, refused: Refused[] }} barred what looks possible for the selected piece and is not
 * @property {Record<string, Foreseen | null>} odds of the actions that were asked about; nothing, while they are asked
 * @property {Offer | null} advice what the computer would do here
 * @property {{ action: string, title: string, forecast: Forecast } | null} kept an option that others are compared with
 * @property {number} most so many options are shown before somebody asks for more
 * @property {boolean} more whether all options are shown
 * @property {boolean} delegated whether the computer lays the rest of the table
 * @property {{ piece: string, drag: { ids: string[], to: Pose } | null, left: string[] } | null} lead what comes before an order of another corps
 * @property {Wish[]} wishes
 */

/** So few options are all shown; of plans fewer, for they take more room. */
export const SHOWN_MAX = 6;
const PLANS_MAX = 4;
/** So many options are looked at closely by themselves. */
const FORESEEN_MAX = 6;

/** @type {Band} */
const NOBODY = { ids: [], offers: [], refused: [] };

/** @returns {Play} */
export function begin() {
  return {
    state: null, seat: null, both: false, curtain: null, busy: false, online: true, past: null, asked: "", touched: false,
    selected: null, group: [], grouping: false, chosen: null, resting: "", draft: null, piece: null, verdict: null, move: null,
    band: NOBODY, barred: { of: "", refused: [] }, odds: {}, advice: null, kept: null, most: SHOWN_MAX, more: false, delegated: false, lead: null, wishes: [],
  };
}

/** @param {Play} play @param {...Wish} wishes @returns {Play} */
export const wish = (play, ...wishes) => ({ ...play, wishes: [...play.wishes, ...wishes] });

// --- What can be seen of it -------------------------------------------------------------------

/** @param {Play} play */
export const sceneOf = (play) => play.state?.scene ?? null;

/** Whether this person decides now. @param {Play} play */
export const able = (play) => Boolean(sceneOf(play)?.question && play.seat && !play.curtain && !play.past && !play.state?.dice && !play.state?.over && !play.busy && play.online);

/** @param {Play} play @param {string | null} id */
export function pieceOf(play, id) {
  const scene = sceneOf(play);
  return (id && (scene?.bases.find((it) => it.id === id) ?? scene?.leaders.find((it) => it.id === id))) || null;
}

/** What is laid on the table now, if it is this. @param {Play} play @param {string | null} id */
export const layingOf = (play, id) => {
  const laying = sceneOf(play)?.setup?.laying;
  return laying && laying.id === id ? laying : null;
};

/** @param {Play} play @param {string} piece */
export const isLoose = (play, piece) => able(play) && Boolean(sceneOf(play)?.loose?.includes(piece));

/** Whether a piece can be selected together with others. @param {Play} play @param {string} piece */
export const groups = (play, piece) => isLoose(play, piece) || (able(play) && Boolean(sceneOf(play)?.together?.includes(piece)));

/** What comes before a piece can be ordered. @param {Play} play @param {string} piece */
export const leadOf = (play, piece) => (able(play) ? sceneOf(play)?.leads?.find((it) => it.pieces.includes(piece)) : undefined);

/** All that can be done: the move in the making, what the group can do, what is advised, what is offered. @param {Play} play @returns {Offer[]} */
export function allOffers(play) {
  const offers = sceneOf(play)?.offers ?? [];
  const more = [...(play.move?.offer ? [play.move.offer] : []), ...play.band.offers, ...(play.advice ? [play.advice] : [])];
  const fresh = more.filter((it, at) => more.findIndex((other) => other.action === it.action) === at && !offers.some((offer) => offer.action === it.action));
  return [...fresh, ...offers];
}

/** @param {Play} play @param {string | null} action */
export const offerOf = (play, action) => allOffers(play).find((it) => it.action === action) ?? null;

/** What a piece can do, or the group that it is in; what the computer advises first. @param {Play} play @param {string} piece */
export function offersOf(play, piece) {
  const { group } = play;
  const same = (/** @type {string[]} */ units) => units.length === group.length && group.every((id) => units.includes(id));
  const such = group.length > 1 && group.includes(piece) ? same : (/** @type {string[]} */ units) => units.includes(piece);
  return allOffers(play).filter((offer) => such(offer.units ?? []) || (offer.ghosts?.[0]?.id === piece && Boolean(layingOf(play, piece))));
}

/** Pieces that can act now. @param {Play} play @returns {Set<string>} */
export function can(play) {
  const scene = sceneOf(play);
  if (!scene?.question) return new Set();
  if (play.draft) return new Set(play.draft.plan.pieces.flatMap((piece) => (typeof piece.is === "object" && "piece" in piece.is && piece.slots.length > 1 ? [piece.is.piece] : [])));
  const ready = (scene.offers ?? []).flatMap((offer) => offer.units ?? []);
  return new Set(ready.length ? ready : scene.loose);
}

/** The piece of the plan that is a piece of the map. @param {Play} play @param {string} onMap */
export const plannedOf = (play, onMap) => play.draft?.plan.pieces.find((piece) => "piece" in piece.is && piece.is.piece === onMap && piece.slots.length > 1);

/** @typedef {{ kind: "offer", offer: Offer } | { kind: "slot", slot: import("./types").Slot }} Option */

/** The options in the question bar, in their order. @param {Play} play @returns {Option[]} */
export function options(play) {
  const scene = sceneOf(play);
  if (!scene?.question) return [];
  const { draft } = play;
  if (draft && play.piece) {
    const piece = draft.plan.pieces.find((it) => it.id === play.piece);
    return draft.plan.slots.filter((slot) => piece?.slots.includes(slot.id)).map((slot) => ({ kind: "slot", slot }));
  }
  const offers = scene.offers ?? [];
  const own = play.selected ? offersOf(play, play.selected) : [];
  const advised = play.advice && !offers.some((it) => it.action === play.advice?.action) ? [play.advice] : [];
  const shown = draft ? [...advised, ...offers] : own.length ? own : [...advised, ...(offers.length <= SHOWN_MAX ? offers : offers.filter((offer) => !offer.units?.length))];
  const all = shown.filter((offer) => !draft || offer.sets !== undefined || !offers.some((it) => it.sets));
  // The best comes first; what passes comes last.
  const rank = (/** @type {Offer} */ offer) => (offer.action === play.advice?.action ? 0 : passes(offer, all) ? 2 : 1);
  return [...all].sort((a, b) => rank(a) - rank(b)).map((offer) => ({ kind: "offer", offer }));
}

/** How many of them are shown before somebody asks for more. @param {Play} play */
export const shownMost = (play) => (play.draft && !play.piece || options(play).some((it) => it.kind === "offer" && isDeployment(play, it.offer)) ? PLANS_MAX : play.most);

/** Whether an option draws up several units at once, and is shown as a picture. @param {Play} play @param {Offer} offer */
export const isDeployment = (play, offer) => Boolean(sceneOf(play)?.setup && (offer.ghosts?.length ?? 0) > 1);

/** Whether an option does nothing while others do something: it is never chosen for anybody. @param {Offer} offer @param {Offer[]} all */
export function passes(offer, all) {
  const does = (/** @type {Offer} */ it) => Boolean(it.units?.length || it.targets?.length || it.area || it.ghosts?.length || it.sets?.length || it.throws);
  return !does(offer) && all.some(does);
}

/** What the commit button would send, and what it says. @param {Play} play */
export function commitment(play) {
  if (!able(play)) return null;
  const { draft } = play;
  if (draft) {
    const action = draft.write();
    const preset = sceneOf(play)?.offers?.find((offer) => offer.action === action);
    const says = preset && !preset.sets?.length && preset.title.length < 26 ? preset.title : draft.plan.commit;
    return { action, says, ok: !play.verdict };
  }
  const offer = offerOf(play, play.chosen);
  // While units are on their way to another place, nobody knows yet what they may do.
  return offer ? { action: offer.action, says: offer.commit, ok: !play.move?.open } : null;
}

/** The name of the selected piece, and how many are selected with it. @param {Play} play */
export function selectedName(play) {
  const name = pieceOf(play, play.selected)?.name ?? layingOf(play, play.selected)?.name;
  return name && play.group.length > 1 ? `${name} and ${play.group.length - 1} more` : name;
}

/** Why what is in hand goes no farther: units on their way, or units that are no group. @param {Play} play */
export function barrier(play) {
  const { move, band } = play;
  if (move?.stopped) return { word: move.offer ? "Stopped" : "Not there", ...move.stopped };
  if (!band.ids.length || band.offers.length) return null;
  const like = (/** @type {Refused} */ it) => band.refused.filter((other) => other.reason.says === it.reason.says).length;
  const reason = [...band.refused].sort((a, b) => like(b) - like(a))[0]?.reason;
  return reason ? { word: "Not together", ...reason } : null;
}

/** Of what is refused for the same reason one, aimed at somebody before others. @param {Refused[]} refused */
export function unlike(refused) {
  const told = new Set();
  const aimed = (/** @type {Offer | null} */ offer) => Number(Boolean(offer?.targets?.length));
  const sorted = [...refused].sort((a, b) => aimed(b.offer) - aimed(a.offer));
  return sorted.filter(({ reason }) => !told.has(reason.rules[0]) && told.add(reason.rules[0]));
}

// --- The server tells something ---------------------------------------------------------------

/** Nothing is in hand. @param {Play} play @returns {Play} */
const emptied = (play) => ({ ...play, group: [], grouping: false, move: null, band: NOBODY, chosen: null, resting: "" });

/** A new state has come. @param {Play} play @param {State} state @param {(plan: import("./types").Plan) => Draft} draftOf @returns {Play} */
export function came(play, state, draftOf) {
  const { scene } = state;
  const { question } = scene;
  const asked = JSON.stringify([state.version, play.seat, question?.asks ?? null]);
  /** @type {Play} */
  let next = { ...play, state };
  if (asked === play.asked) return next.draft && scene.plan ? { ...next, draft: next.draft.of(scene.plan) } : next;
  const fits = question && play.draft?.fits(scene.plan);
  next = { ...emptied(next), asked, touched: false, odds: {}, advice: null, verdict: null, kept: null, barred: { of: "", refused: [] }, more: false };
  if (fits && play.draft && scene.plan) next.draft = play.draft.of(scene.plan);
  else {
    next.draft = scene.plan ? draftOf(scene.plan) : null;
    next.piece = null;
    // The first suggestion is laid already: who presses Enter at once does not throw a turn away.
    const suggested = scene.offers?.find((offer) => offer.sets?.length)?.sets;
    if (next.draft && suggested) next.draft = next.draft.set(suggested);
  }
  // Who has just acted together is asked about together.
  if (question && play.group.length > 1 && scene.offers?.some((offer) => sameUnits(offer.units ?? [], play.group))) next.group = play.group;
  if (next.selected && !offersOf(next, next.selected).length && !scene.loose?.includes(next.selected)) next.selected = null;
  if (!question) return scene.setup ? next : { ...next, delegated: false };
  if (!scene.setup) next.delegated = false;
  next = wish(next, { sound: "turn" }, { shout: `Your decision. ${question.context}: ${question.asks}` });
  if (!able(next)) return next;
  const led = goesOn(next);
  if (led) return led;
  next.lead = null;
  if (next.delegated) return wish(next, { ask: "advise" });
  const offers = scene.offers ?? [];
  const lone = offers.length === 1 ? offers[0] : null;
  if (lone && !lone.throws && !scene.plan?.pieces.length && !scene.loose?.length) return wish(next, { later: lone.action });
  if (lone && !scene.loose?.length) return choose(next, lone.action);
  return wish(next, { ask: "advise" });
}

/** The computer has said what it would do: that is chosen, unless the person has begun to do something himself. @param {Play} play @param {number} at the version that it is about @param {Offer} offer @returns {Play} */
export function advised(play, at, offer) {
  if (play.state?.version !== at || !able(play)) return play;
  if (play.delegated) return wish(play, { act: offer.action, decided: false });
  let next = { ...play, advice: offer };
  if (play.touched || play.chosen || play.move) return play.draft ? next : foreseeAll(next);
  if (next.draft) return offer.sets?.length ? { ...next, draft: next.draft.set(offer.sets) } : next;
  if (passes(offer, sceneOf(play)?.offers ?? [])) return foreseeAll(next);
  return foreseeAll(take(next, offer));
}

/** Chooses an offer with its units in hand, as if somebody had. @param {Play} play @param {Offer} offer @returns {Play} */
function take(play, offer) {
  const units = offer.units ?? [];
  const own = units.filter((id) => groups(play, id));
  const next = { ...play, selected: units[0] ?? layingOf(play, offer.ghosts?.[0]?.id ?? null)?.id ?? null, group: own.length > 1 && own.length === units.length ? own : [] };
  return look({ ...next, chosen: offer.action });
}

/** Odds have come. @param {Play} play @param {string} action @param {Foreseen | null} foreseen @returns {Play} */
export function foreseen(play, action, foreseen) {
  const next = { ...play, odds: { ...play.odds, [action]: foreseen ?? { action, odds: null, later: [] } } };
  return foreseen && play.chosen === action ? wish(next, { show: "odds" }) : next;
}

/** Asks for the odds of an action once. @param {Play} play @param {string | null} action @returns {Play} */
export function foresee(play, action) {
  if (!action || action in play.odds || !able(play)) return play;
  return wish({ ...play, odds: { ...play.odds, [action]: null } }, { ask: "odds", action });
}

/** Asks for the odds of what is chosen. @param {Play} play */
const look = (play) => foresee(play, play.chosen);

/** Asks for the odds of the options that have any, so that they say what they risk. @param {Play} play @returns {Play} */
export function foreseeAll(play) {
  if (play.draft) return play;
  const risky = options(play).slice(0, FORESEEN_MAX).flatMap((it) => (it.kind === "offer" && (it.offer.throws || it.offer.targets?.length || sceneOf(play)?.awaits.length) ? [it.offer.action] : []));
  return risky.reduce(foresee, play);
}

/** The plan has been judged. @param {Play} play @param {string} action @param {Failure | null} failure @returns {Play} */
export function checked(play, action, failure) {
  if (play.draft?.write() !== action) return play;
  const verdict = failure?.kind === "offline" ? null : failure;
  const words = verdict ? (verdict.reason ? `${verdict.reason.says}.` : verdict.what) : "";
  return words ? wish({ ...play, verdict }, { shout: words }) : { ...play, verdict };
}

/** What looks possible for a piece and is not. @param {Play} play @param {string} piece @param {Refused[]} refused @returns {Play} */
export const refusedFor = (play, piece, refused) => (play.selected === piece ? { ...play, barred: { of: piece, refused: unlike(refused) } } : play);

// --- The person does something ----------------------------------------------------------------

/** Chooses an offer: shows where it goes and asks for its odds. @param {Play} play @param {string} action @returns {Play} */
export function choose(play, action) {
  const offer = offerOf(play, action);
  if (!offer) return play;
  if (play.draft) return drafted({ ...play, draft: play.draft.set(offer.sets ?? []), piece: null });
  const units = offer.units ?? [];
  const move = play.move && play.move.offer?.action !== action ? null : play.move;
  const selected = units.length === 1 ? units[0] : play.selected && units.includes(play.selected) ? play.selected : units[0] ?? play.selected;
  const group = units.length === 1 && !play.group.includes(units[0]) ? [] : play.group;
  return look({ ...play, move, selected, group, chosen: action, resting: "", touched: true });
}

/** The plan has changed: is it allowed? @param {Play} play @returns {Play} */
export function drafted(play) {
  const next = { ...play, verdict: null, touched: true };
  return play.draft ? wish(next, { ask: "check", action: play.draft.write() }) : next;
}

/** A piece is pressed: it is selected, aimed at, added to a group, or asked why it cannot act. @param {Play} play @param {string} piece @returns {Play} */
export function press(play, piece) {
  if (play.past) return play;
  if (!able(play)) return { ...play, selected: play.selected === piece ? null : piece };
  const { draft } = play;
  const planned = plannedOf(play, piece);
  if (planned) return { ...play, touched: true, selected: piece, piece: play.piece === planned.id ? null : planned.id };
  // A slot that belongs to a piece, such as the unit that a leader joins.
  const joined = draft?.plan.slots.find((slot) => slot.of === piece && draft.plan.pieces.find((it) => it.id === play.piece)?.slots.includes(slot.id));
  if (joined) return pressSlot(play, joined.id);
  if (play.grouping && groups(play, piece)) return toggle(play, piece);
  // A press on who is being moved takes nothing back.
  if (play.move?.ids.includes(piece)) return wish(play, { show: "unit" });
  const aimed = play.selected ? offersOf(play, play.selected).filter((offer) => offer.targets?.includes(piece)) : [];
  if (aimed.length) return choose(play, aimed[(aimed.findIndex((offer) => offer.action === play.chosen) + 1) % aimed.length].action);
  // A group of the person's own stays; one that was advised does not.
  const kept = play.touched && play.group.includes(piece) ? { ...play, move: null } : { ...emptied(play), chosen: play.chosen };
  const next = { ...kept, touched: true, selected: piece, more: false, barred: { of: "", refused: [] } };
  const own = offersOf(next, piece);
  if (!own.length) {
    const none = { ...next, chosen: null };
    return wish(none, { show: "unit" }, { ask: "why", piece, quiet: isLoose(play, piece) });
  }
  if (own.some((offer) => offer.action === play.chosen)) return wish(foreseeAll(next), { show: "unit" }, { ask: "why", piece, quiet: true });
  // What the computer advises, if it is about this piece; else what is alone.
  const best = own.find((offer) => offer.action === play.advice?.action) ?? (own.length === 1 ? own[0] : null);
  const chosen = best ? choose({ ...next, chosen: null }, best.action) : { ...next, chosen: null };
  return wish(foreseeAll(chosen), { show: "unit" }, { ask: "why", piece, quiet: true });
}

/** @param {Play} play @param {string} area @returns {Play} */
export function pressArea(play, area) {
  if (!able(play)) return play;
  if (play.draft && play.piece) {
    const slot = play.draft.plan.slots.find((it) => it.area === area);
    return slot ? pressSlot(play, slot.id) : play;
  }
  const there = play.selected ? offersOf(play, play.selected).filter((offer) => offer.area === area) : [];
  return there.length ? choose(play, there[(there.findIndex((offer) => offer.action === play.chosen) + 1) % there.length].action) : play;
}

/** A piece that was dragged to an area. @param {Play} play @param {string} piece @param {string} area @returns {Play} */
export function dropped(play, piece, area) {
  if (!able(play)) return play;
  const planned = plannedOf(play, piece);
  const slot = play.draft?.plan.slots.find((it) => it.area === area);
  const put = planned && slot ? play.draft?.put(planned.id, slot.id) : null;
  if (put) return drafted({ ...play, draft: put });
  const there = offersOf(play, piece).filter((offer) => offer.area === area);
  if (there.length) return choose({ ...play, selected: piece }, there[0].action);
  const name = pieceOf(play, piece)?.name ?? "it";
  const place = sceneOf(play)?.areas?.find((it) => it.id === area)?.name ?? area;
  return wish({ ...play, selected: piece, touched: true }, { say: `${name} cannot go to ${place} now.`, ok: false }, { ask: "why", piece, quiet: false });
}

/** @param {Play} play @param {string} slot @returns {Play} */
export function pressSlot(play, slot) {
  const put = play.piece ? play.draft?.put(play.piece, slot) : null;
  return put ? drafted({ ...play, draft: put, piece: null, selected: null }) : play;
}

/** Puts a piece of the plan into a slot. @param {Play} play @param {string} piece @param {string} slot @returns {Play} */
export function lay(play, piece, slot) {
  const put = play.draft?.put(piece, slot);
  return put ? drafted({ ...play, draft: put, piece: null }) : play;
}

/** Takes a piece of the plan in hand, or puts it back. @param {Play} play @param {string} piece @returns {Play} */
export const hold = (play, piece) => ({ ...play, touched: true, piece: play.piece === piece ? null : piece, selected: null });

/** The number of an option, counted from one, is pressed; 0 shows more. @param {Play} play @param {number} at @returns {Play} */
export function pressKey(play, at) {
  if (at === 0) return { ...play, more: !play.more };
  const option = options(play)[at - 1];
  if (!option || !able(play)) return play;
  if (option.kind === "slot") return pressSlot(play, option.slot.id);
  return choose(play, option.offer.action);
}

/** Nothing is selected any more; a move in the making is given up first. @param {Play} play @returns {Play} */
export function putDown(play) {
  if (play.move && !play.move.held) return { ...play, move: null, chosen: null };
  return { ...emptied(play), selected: null, piece: null, delegated: false, lead: null, touched: true };
}

/** The pointer or the focus is on an option, or on none. @param {Play} play @param {string} action @returns {Play} */
export const point = (play, action) => (play.resting === action ? play : { ...play, resting: action });

/** Sends what is chosen. @param {Play} play @returns {Play} */
export function commit(play) {
  const wanted = commitment(play);
  return wanted?.ok ? wish(play, { act: wanted.action, decided: true }) : play;
}

/** The computer lays the rest of the table, until somebody presses something. @param {Play} play @returns {Play} */
export function delegate(play) {
  if (!able(play)) return play;
  const next = { ...play, delegated: true };
  return play.advice ? wish(next, { act: play.advice.action, decided: false }) : wish(next, { ask: "advise" });
}

// --- Groups -----------------------------------------------------------------------------------

/** Adds a piece to the group, or leaves it out. @param {Play} play @param {string} piece @returns {Play} */
export function toggle(play, piece) {
  const first = !play.group.length && play.selected && play.selected !== piece && groups(play, play.selected) ? [play.selected] : play.group;
  const group = first.includes(piece) ? first.filter((id) => id !== piece) : [...first, piece];
  return regrouped({ ...play, group, selected: group.includes(piece) ? piece : group.at(-1) ?? null });
}

/** Pieces that were roped in. @param {Play} play @param {string[]} ids @returns {Play} */
export const rope = (play, ids) => regrouped({ ...emptied(play), group: ids, selected: ids[0] ?? null });

/** The group takes in its neighbours. @param {Play} play @returns {Play} */
export function grow(play) {
  const scene = sceneOf(play);
  if (!play.selected || !groups(play, play.selected)) return play;
  const group = play.group.length ? play.group : [play.selected];
  const beside = group.flatMap((id) => scene?.bases.find((it) => it.id === id)?.beside ?? []);
  const more = new Set(beside.filter((id) => groups(play, id) && !group.includes(id)));
  return regrouped({ ...play, group: [...group, ...more] });
}

/** The group leaves out who came last. @param {Play} play @returns {Play} */
export const shrink = (play) => regrouped({ ...play, group: play.group.slice(0, -1) });

/** Whether taps on units add them to the group. @param {Play} play @param {boolean} on @returns {Play} */
export const grouping = (play, on) => ({ ...play, grouping: on, group: on && play.selected && !play.group.length ? [play.selected] : play.group });

/**
 * The group is another one: what was chosen for the one before goes for all of it, as far as the rules let it. What is
 * chosen is what is committed.
 * @param {Play} play @returns {Play}
 */
function regrouped(play) {
  const { group } = play;
  const before = offerOf(play, play.chosen);
  const next = { ...play, touched: true, move: null, chosen: null, band: NOBODY };
  const told = group.length > 1 ? wish(next, { shout: `${group.length} units in the group` }) : next;
  const asked = group.length > 1 && sceneOf(play)?.together?.length ? wish({ ...told, band: { ids: group, offers: [], refused: [] } }, { ask: "together", pieces: group }) : told;
  const ghost = play.move?.offer?.ghosts?.find((it) => group.includes(it.id));
  if (ghost && "pose" in ghost.at && group.every((id) => isLoose(play, id))) {
    const ids = [ghost.id, ...group.filter((id) => id !== ghost.id)];
    return wish({ ...asked, move: moveOf(ids, ghost.at.pose) }, dragWish(ids, ghost.at.pose, false, null));
  }
  const own = play.selected ? offersOf(asked, play.selected) : [];
  const best = own.find((offer) => offer.action === before?.action) ?? own.find((offer) => offer.action === play.advice?.action) ?? (group.length > 1 ? own[0] : null);
  return best ? choose(asked, best.action) : asked;
}

/** What the group can do has come. @param {Play} play @param {string[]} pieces @param {Offer[]} offers @param {Refused[]} refused @returns {Play} */
export function gathered(play, pieces, offers, refused) {
  if (play.band.ids !== pieces) return play;
  const next = { ...play, band: { ids: pieces, offers, refused } };
  return !play.chosen && offers.length ? choose(next, offers[0].action) : next;
}

// --- Moves in the making ----------------------------------------------------------------------

/** @param {string[]} ids @param {Pose | null} to @returns {Move} */
export const moveOf = (ids, to) => ({ ids, mode: "", by: 0, parts: [], to, held: false, free: false, open: true, offer: null, stopped: null });

/** @param {string[]} ids @param {Pose} to @param {boolean} free @param {Offer | null} after @returns {Wish} */
export const dragWish = (ids, to, free, after) => ({ ask: "drag", to, dragged: { pieces: ids, ...to, free, ...(after ? { after: after.action } : {}) } });

/** @param {string[]} a @param {string[]} b */
const sameUnits = (a, b) => a.length === b.length && a.every((id) => b.includes(id));

/** The parts of the move of these pieces that the next one goes on from. @param {Play} play @param {string[]} ids @returns {Offer[]} */
export function partsBefore(play, ids) {
  const { move } = play;
  if (!move || !sameUnits(move.ids, ids)) return [];
  return move.offer ? [...move.parts, move.offer] : move.parts;
}

/** Where a piece is, or where its ghost has come to. @param {Play} play @param {string} id @param {string[]} ids @returns {Pose | null} */
export function poseOf(play, id, ids) {
  // What is laid lies where it is chosen to, and before that where it might.
  const laid = layingOf(play, id) ? [offerOf(play, play.chosen), ...(sceneOf(play)?.offers ?? [])].find((offer) => offer?.ghosts?.[0]?.id === id) : undefined;
  const ghost = (partsBefore(play, ids).at(-1) ?? laid)?.ghosts?.find((it) => it.id === id);
  const at = ghost?.at ?? pieceOf(play, id)?.at;
  return at && "pose" in at ? at.pose : null;
}

/** Takes hold of a piece, with its group; by the ghost of an option, to go on from there. @param {Play} play @param {string} piece @param {boolean} [ghost] @returns {Play} */
export function grip(play, piece, ghost = false) {
  if (!groups(play, piece) && !leadOf(play, piece)) return play;
  const chosen = offerOf(play, play.chosen);
  const units = chosen?.units ?? [];
  if (ghost && !play.move && chosen && units.includes(piece) && !chosen.targets?.length) {
    const ids = [piece, ...units.filter((id) => id !== piece)];
    return { ...play, touched: true, selected: piece, group: ids.length > 1 ? ids : [], move: { ...moveOf(ids, null), open: false, offer: chosen } };
  }
  if (play.group.includes(piece) || play.selected === piece) return { ...play, touched: true, selected: piece };
  return { ...emptied(play), touched: true, selected: piece };
}

/** The pieces that move with one. @param {Play} play @param {string} piece */
export const heldWith = (play, piece) => [piece, ...(play.group.includes(piece) ? play.group.filter((id) => id !== piece) : [])];

/** They are dragged somewhere: the first goes there, the others keep their places. Each drag goes on from the ghosts. @param {Play} play @param {string[]} ids @param {Pose} to @param {boolean} free @param {boolean} [held] @returns {Play} */
export function drag(play, ids, to, free, held = true) {
  if (!able(play)) return play;
  const { move } = play;
  const going = move && sameUnits(move.ids, ids) && move.held;
  const parts = going ? move.parts : partsBefore(play, ids);
  const after = parts.at(-1) ?? null;
  const next = { ...(going ? move : moveOf(ids, to)), mode: move?.mode ?? "", by: move?.by ?? 0, parts, to, held, free, open: true };
  return wish({ ...play, move: next, touched: true }, dragWish(ids, to, free, after));
}

/** The rules have spoken about a drag. @param {Play} play @param {Pose} to @param {import("./types").Drag} answer @returns {Play} */
export function judged(play, to, { offer: led, stopped }) {
  const { move } = play;
  // What was given up meanwhile is not judged any more.
  if (!move?.to) return play;
  // Who turns them wants them turned: a march that ends nearer is none.
  const end = led?.ghosts?.find((ghost) => ghost.id === move.ids[0])?.at;
  const before = poseOf({ ...play, move: { ...move, offer: null } }, move.ids[0], move.ids);
  const straight = move.mode === "w" && end && "pose" in end && before && Math.abs(end.pose.facing - before.facing) < 0.5;
  const offer = straight ? null : led;
  const open = move.to !== to;
  const next = { ...play, move: { ...move, open, offer, stopped }, chosen: offer?.action ?? null };
  return offer && !open && (!move.held || offer.throws || offer.targets?.length) ? look(next) : next;
}

/** They are let go; if they have not gone anywhere, what was before stays. @param {Play} play @param {boolean} moved @returns {Play} */
export function letGo(play, moved) {
  const { move } = play;
  if (!move) return play;
  if (!moved) return backOne({ ...play, move: { ...move, held: false, offer: null } });
  const next = { ...play, move: { ...move, held: false } };
  return move.open ? next : look(next);
}

/** The last part of the move is taken back. @param {Play} play @returns {Play} */
export function backOne(play) {
  return play.move ? backTo(play, play.move.parts.length - 1) : play;
}

/** Parts of the move from this one on are taken back. @param {Play} play @param {number} at how many stay, less one @returns {Play} */
export function backTo(play, at) {
  const { move } = play;
  if (!move) return play;
  const offer = move.parts[at] ?? null;
  if (!offer) return { ...play, move: null, chosen: null };
  return { ...play, chosen: offer.action, move: { ...move, parts: move.parts.slice(0, at), offer, stopped: null, to: null, open: false, held: false } };
}

/** The parts of the move, the last one with what it comes to. @param {Play} play @returns {Offer[]} */
export const partsOf = (play) => (play.move ? [...play.move.parts, ...(play.move.offer ? [play.move.offer] : [])] : []);

/** Units of another corps are dragged or pressed for an order: what comes before is done, and then they go on. @param {Play} play @param {string} piece @param {{ ids: string[], to: Pose } | null} drag @returns {Play} */
export function leadIn(play, piece, drag) {
  const lead = leadOf(play, piece);
  if (!lead) return play;
  const [first, ...left] = lead.actions;
  return wish({ ...play, move: null, lead: { piece, drag, left } }, { act: first, decided: true });
}

/** What leads to an order goes on. @param {Play} play @returns {Play | null} */
function goesOn(play) {
  const { lead } = play;
  if (!lead) return null;
  const [next, ...left] = lead.left;
  if (next && offerOf(play, next)) return wish({ ...play, lead: { ...lead, left } }, { act: next, decided: true });
  if (!isLoose(play, lead.piece)) return null;
  const done = { ...play, lead: null, selected: lead.piece, touched: true };
  return wish(lead.drag ? drag(done, lead.drag.ids, lead.drag.to, false, false) : done, { ask: "advise" });
}
