// What a person does at the table, as transitions from one plain value to the next: no browser, no server.
import { Draft } from "../js/plan.js";
import * as P from "../js/play.js";
import { nudge, turn, begin as byKeys } from "../js/steer.js";
import { meet, threats } from "../js/brings.js";
import { check, same } from "./stage.js";

/** @typedef {import("../js/types").Offer} Offer */
/** @typedef {import("../js/types").Scene} Scene */

/** @param {string} id @param {number} x @param {number} y */
const base = (id, x, y) => /** @type {import("../js/types").Base} */ ({ id, word: "1", name: id, seat: "red", at: { pose: { x, y, facing: 0 } }, shape: { rectangle: { width: 1, depth: 0.5 } }, weight: "heavy", symbol: "spear", pips: { left: 3, full: 3, what: "" }, about: [], spoken: id });

/** @param {string} action @param {Partial<Offer>} [more] @returns {Offer} */
const offer = (action, more = {}) => ({ action, title: action, commit: "Go", words: action, throws: false, ...more });

/** An offer that brings units somewhere. @param {string} action @param {string[]} units @param {number} y @param {number} [facing] */
const move = (action, units, y, facing = 0) => offer(action, { units, ghosts: units.map((id, x) => ({ id, at: { pose: { x, y, facing } } })) });

/** @param {Offer[]} offers @param {Partial<Scene>} [more] @param {number} [version] @returns {import("../js/types").State} */
const state = (offers, more = {}, version = 1) => /** @type {any} */ ({ version, acts: version, awaited: ["red"], dice: null, undo: null, offer: null, claim: null, share: null, thinking: null, away: [], over: null, log: { from: 0, entries: [] }, talk: { from: 0, entries: [] },
  scene: { title: "", table: { left: -5, bottom: -5, width: 10, height: 10, unit: "UD" }, terrain: [], sides: [{ name: "Rome", bars: [] }, { name: "Gaul", bars: [] }], bases: [base("a", 0, 0), base("b", 1, 0), base("c", 4, 0)], leaders: [], turn: { number: 1, says: "", phases: [] }, awaits: ["red"], question: { context: "Turn 1", asks: "what?", rules: [] }, offers, loose: ["a", "b"], ...more } });

/** Somebody sits there and is asked. @param {Offer[]} offers @param {Partial<Scene>} [more] */
const asked = (offers, more) => quiet(P.came({ ...P.begin(), seat: "red" }, state(offers, more), (plan) => new Draft(plan)));

/** The same, its wishes fulfilled. @param {P.Play} play */
const quiet = (play) => ({ ...play, wishes: [] });

/** @param {P.Play} play */
const asks = (play) => play.wishes.map((it) => ("ask" in it ? it.ask : "act" in it ? `act ${it.act}` : Object.keys(it)[0]));

/** A drag as the server answers it. @param {P.Play} play @param {Offer | null} led */
const answered = (play, led) => P.judged(play, /** @type {import("../js/drag.js").Pose} */ (play.move?.to), { offer: led, stopped: led ? null : { rules: ["R1"], says: "no", facts: [] } });

export const tests = {
  "what is advised is chosen, unless somebody has begun"() {
    const play = P.came({ ...P.begin(), seat: "red" }, state([offer("end"), move("go a", ["a"], 1), move("go ab", ["a", "b"], 2)]), (plan) => new Draft(plan));
    check(asks(play).includes("advise"), "the computer is asked");
    const advised = P.advised(quiet(play), 1, move("go ab", ["a", "b"], 2));
    same([advised.chosen, advised.selected, advised.group], ["go ab", "a", ["a", "b"]], "its units are in hand");
    same(P.commitment(advised)?.action, "go ab", "Enter commits it");
    same(P.options(advised).map((it) => it.kind === "offer" && it.offer.action), ["go ab"], "its options are shown");
    same(P.advised(quiet(play), 2, offer("end")).chosen, null, "advice on another position is none");
    same(P.advised(quiet(P.press(play, "b")), 1, move("go a", ["a"], 1)).selected, "b", "who has begun is left alone");
    same(P.advised(quiet(play), 1, offer("end")).chosen, null, "passing is chosen for nobody");
    const last = P.options(P.advised(asked([offer("end"), offer("x", { throws: true })]), 1, offer("x", { throws: true })));
    same(last.map((it) => it.kind === "offer" && it.offer.action), ["x", "end"], "what passes comes last");
  },

  "a lone choice is taken or chosen"() {
    const taken = P.came({ ...P.begin(), seat: "red" }, state([offer("only")], { loose: [] }), (plan) => new Draft(plan));
    same(taken.wishes.filter((it) => "later" in it), [{ later: "only" }], "it is taken by itself");
    const thrown = P.came({ ...P.begin(), seat: "red" }, state([offer("only", { throws: true })], { loose: [] }), (plan) => new Draft(plan));
    same([thrown.chosen, thrown.wishes.some((it) => "later" in it)], ["only", false], "dice wait for a press");
    check(!P.came({ ...P.begin(), seat: "blue" }, state([], { question: undefined }), (plan) => new Draft(plan)).wishes.length, "who looks on is not asked");
  },

  "a piece aims, is selected, is asked why"() {
    const play = asked([offer("charge c", { units: ["a"], targets: ["c"] }), offer("shoot c", { units: ["a"], targets: ["c"], throws: true }), offer("wait", { units: ["b"] })]);
    const a = P.press(play, "a");
    same([a.selected, a.chosen], ["a", null], "of two options none is chosen");
    check(asks(a).includes("odds"), "what they risk is asked");
    const aimed = P.press(quiet(a), "c");
    same(aimed.chosen, "charge c", "the first at this target");
    same(P.press(quiet(aimed), "c").chosen, "shoot c", "and the next");
    same(P.press(quiet(aimed), "b").chosen, "wait", "a lone option is chosen");
    const c = P.press(play, "c");
    same(c.wishes.at(-1), { ask: "why", piece: "c", quiet: false }, "who cannot act is asked why");
    same(P.putDown(aimed).selected, null, "ground puts it down");
    same(P.press({ ...play, busy: true }, "a").chosen, null, "nothing is chosen while an action is on its way");
  },

  "a move is composed of parts that can be taken back"() {
    let play = P.grip(asked([move("go a", ["a"], 3)]), "a");
    play = P.drag(play, ["a"], { x: 0, y: 1, facing: 0 }, false);
    same(play.wishes.at(-1), { ask: "drag", to: { x: 0, y: 1, facing: 0 }, dragged: { pieces: ["a"], x: 0, y: 1, facing: 0, free: false } }, "from where it stands");
    same(P.commitment(play), null, "nobody knows yet");
    play = P.letGo(answered(quiet(play), move("m1", ["a"], 1)), true);
    same([play.chosen, P.partsOf(play).length], ["m1", 1], "one part");
    // The next one goes on from the ghost.
    same(P.poseOf(play, "a", ["a"])?.y, 1, "it is dragged on from there");
    play = P.drag(quiet(P.grip(play, "a")), ["a"], { x: 0, y: 2, facing: 0 }, true);
    const wished = play.wishes.at(-1);
    check(wished && "dragged" in wished && wished.dragged.after === "m1" && wished.dragged.free, "after the first, and free");
    play = P.drag(quiet(play), ["a"], { x: 0, y: 2.1, facing: 0 }, false);
    play = P.letGo(answered(quiet(play), move("m1, m2", ["a"], 2.1)), true);
    same(P.partsOf(play).map((it) => it.action), ["m1", "m1, m2"], "two parts, however often the pointer moved");
    same(P.press(play, "a").chosen, "m1, m2", "a press on it takes nothing back");
    same(P.backOne(play).chosen, "m1", "the last is taken back");
    same(P.backTo(play, -1).move, null, "all are taken back");
    same(P.putDown(play).move, null, "Escape gives the move up");
    // Where nothing is allowed, what was before stays.
    const refused = answered(P.drag(quiet(play), ["a"], { x: 9, y: 9, facing: 0 }, false), null);
    same([refused.chosen, P.backOne(P.letGo(refused, true)).chosen], [null, "m1, m2"], "a refusal changes nothing");
    same(P.letGo(answered(P.drag(quiet(play), ["a"], { x: 0, y: 2.1, facing: 0 }, false), null), false).chosen, "m1, m2", "nor does a press without a drag");
  },

  "an answer to an older drag is not the last word"() {
    let play = P.drag(P.grip(asked([]), "a"), ["a"], { x: 0, y: 1, facing: 0 }, false);
    const first = /** @type {import("../js/drag.js").Pose} */ (play.move?.to);
    play = P.drag(quiet(play), ["a"], { x: 0, y: 2, facing: 0 }, false);
    play = P.judged(quiet(play), first, { offer: move("m1", ["a"], 1), stopped: null });
    same([play.chosen, P.commitment(play)?.ok], ["m1", false], "it is shown, and cannot be committed");
    play = answered(play, move("m2", ["a"], 2));
    same(P.commitment(play), { action: "m2", says: "Go", ok: true }, "what is shown is committed");
    // One that was given up before the answer came changes nothing.
    const on = P.drag(P.letGo(play, true), ["a"], { x: 0, y: 2.1, facing: 0 }, false);
    const late = P.judged(P.letGo(quiet(on), false), /** @type {import("../js/drag.js").Pose} */ (on.move?.to), { offer: null, stopped: null });
    same(late.chosen, "m2", "what was there before stays");
  },

  "what is chosen goes for a group that grows"() {
    let play = P.grip(asked([], { bases: [{ ...base("a", 0, 0), beside: ["b"] }, base("b", 1, 0)] }), "a");
    play = P.letGo(answered(P.drag(play, ["a"], { x: 0, y: 1, facing: 0 }, false), move("m1", ["a"], 1)), true);
    const grown = P.grow(quiet(play));
    same([grown.group, grown.wishes.at(-1)], [["a", "b"], { ask: "drag", to: { x: 0, y: 1, facing: 0 }, dragged: { pieces: ["a", "b"], x: 0, y: 1, facing: 0, free: false } }], "both are dragged there");
    const toggled = P.toggle(quiet(play), "b");
    same(answered(toggled, move("m ab", ["a", "b"], 1)).chosen, "m ab", "and that is committed");
    const roped = P.rope(asked([move("go ab", ["a", "b"], 2)]), ["a", "b"]);
    same(roped.chosen, "go ab", "what the group can do is chosen");
    same(P.shrink(roped).group, ["a"], "who came last is left out");
    const band = P.toggle(P.press(asked([], { loose: [], together: ["a", "b"], offers: [offer("x", { units: ["a"] })] }), "a"), "b");
    const told = P.gathered(quiet(band), band.group, [], [{ offer: null, reason: { rules: ["R2"], says: "one by one", facts: [] } }]);
    same(P.barrier(told)?.says, "one by one", "why they do nothing as one");
  },

  "keys turn, move and slide as one part each"() {
    const play = { ...asked([]), selected: "a" };
    const wheel = turn(play, 5);
    same(wheel.move?.to?.facing, 5, "five degrees");
    same(turn(quiet(wheel), 5).move?.to?.facing, 10, "five more of the same part");
    same(turn(quiet(wheel), 5).move?.parts, [], "which is one");
    check((wheel.move?.to?.y ?? 0) > 0 && (turn(play, -5).move?.to?.x ?? 0) > 0, "about the inner front corner");
    same(answered(quiet(wheel), move("straight", ["a"], 1)).chosen, null, "a march is no turn");
    same(answered(quiet(wheel), move("wheel", ["a"], 0, 5)).chosen, "wheel", "a wheel is one");
    const keys = nudge(quiet(byKeys(play, "m")), 0, 1, true);
    same([keys.move?.to?.y, nudge(quiet(keys), 0, 1, false).move?.to?.y], [1, 1.1], "arrows add up");
    same(byKeys({ ...play, selected: null }, "m").move, null, "nobody is moved who is not selected");
    const on = turn(quiet(answered(keys, move("m1", ["a"], 1))), 5);
    check(on.move?.parts[0].action === "m1" && on.wishes.some((it) => "dragged" in it && it.dragged.after === "m1"), "a turn goes on from the march");
  },

  "another corps is led in by its first order"() {
    const leads = [{ pieces: ["c"], actions: ["end", "activate 2"] }];
    let play = P.leadIn(asked([offer("end")], { leads }), "c", { ids: ["c"], to: { x: 4, y: 1, facing: 0 } });
    same(asks(play), ["act end"], "what comes first");
    play = P.came(quiet(play), state([offer("activate 1"), offer("activate 2", { throws: true })], { loose: [] }, 2), (plan) => new Draft(plan));
    check(asks(play).includes("act activate 2"), "then the next");
    play = P.came(quiet(play), state([offer("end")], { loose: ["c"] }, 3), (plan) => new Draft(plan));
    check(play.wishes.some((it) => "dragged" in it && it.dragged.pieces[0] === "c"), "then the drag goes on");
    same([play.lead, play.selected], [null, "c"], "and all is as if it had been so");
    const lost = P.came(quiet(P.leadIn(asked([offer("end")], { leads }), "c", null)), state([offer("evade"), offer("stand")], { loose: [] }, 2), (plan) => new Draft(plan));
    same([lost.lead, asks(lost).includes("advise")], [null, true], "another question comes first");
  },

  "the rest of the table is laid until somebody presses"() {
    const setup = { setup: {} };
    let play = P.delegate(asked([offer("lay 1", { throws: true }), offer("lay 2", { throws: true })], setup));
    check(asks(play).includes("advise"), "the computer is asked");
    play = P.advised(quiet(play), 1, offer("lay 2", { throws: true }));
    same(asks(play), ["act lay 2"], "and done what it says");
    same(P.putDown(play).delegated, false, "Escape ends it");
    same(P.came(quiet(play), state([offer("a"), offer("b")], {}, 2), (plan) => new Draft(plan)).delegated, false, "the battle begins");
  },

  "a plan is put together and judged"() {
    const plan = { verb: "cards", nothing: "none", commit: "Lay", pieces: [{ id: "x", word: "5", name: "5", is: { card: { face: "5", idle: false } }, slots: ["1", "keep"], at: "keep" }], slots: [{ id: "1", name: "One", writes: "1={}", holds: 1, pool: 0 }, { id: "keep", name: "Keep", writes: "" }] };
    const play = asked([offer("cards 1=5", { sets: [["x", "1"]] }), offer("cards none", { sets: [] })], { plan, loose: [] });
    same(P.commitment(play)?.action, "cards 1=5", "the first suggestion is laid");
    const better = P.advised(quiet({ ...play, touched: false }), 1, offer("cards 1=5 discard=none", { sets: [["x", "1"]] }));
    same(P.options(better).map((it) => it.kind === "offer" && it.offer.action)[0], "cards 1=5 discard=none", "what is advised is among the suggestions, first of them");
    const back = P.lay(play, "x", "keep");
    same([P.commitment(back)?.action, back.wishes.at(-1)], ["cards none", { ask: "check", action: "cards none" }], "what is laid is judged");
    const barred = P.checked(back, "cards none", { kind: "refused", what: "no", hint: null, reason: null });
    same([P.commitment(barred)?.ok, P.checked(back, "cards 1=5", null).verdict], [false, null], "a refusal is of this plan alone");
    same(P.commitment(P.pressSlot(P.hold(barred, "x"), "1"))?.ok, true, "another plan has another verdict");
  },

  "a drag to where nobody can go says so"() {
    const areas = [{ id: "N1", name: "North", left: 0, bottom: 0, width: 1, height: 1, side: /** @type {const} */ ("red"), reserve: false, held: /** @type {const} */ ("red"), spoken: "" }];
    const play = P.dropped(asked([offer("go", { units: ["a"], area: "S1" })], { areas, loose: [] }), "a", "N1");
    check(play.wishes.some((it) => "say" in it && /a cannot go to North/.test(it.say)), "it is answered");
  },

  "what a move comes under is seen, once each, and what is new first"() {
    const square = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ half) => /** @type {[number, number][]} */ ([[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]]);
    check(meet(square(0, 0, 1), square(1.5, 0, 1)) && meet(square(0, 0, 3), square(0, 0, 1)), "they overlap, or one holds the other");
    check(!meet(square(0, 0, 1), square(2, 0, 1)) && !meet(square(0, 0, 1), square(5, 5, 1)), "who only touches does not");
    const base = (/** @type {string} */ id, /** @type {string} */ name) => ({ id, name, at: { pose: { x: 0, y: 0, facing: 0 } }, shape: { rectangle: { width: 1, depth: 1 } } });
    const scene = /** @type {any} */ ({ bases: [base("r1", "Hastati 1"), base("r2", "Hastati 2"), base("b", "Elephants"), base("c", "Slingers")] });
    const overlays = /** @type {any} */ ([{ of: "b", kind: "zone", outline: square(0, 4, 1), says: "", rules: [] }, { of: "c", kind: "arc", outline: square(0, 0, 6), says: "", rules: [] }, { of: "c", kind: "command", outline: square(0, 0, 9), says: "", rules: [] }]);
    const offer = (/** @type {string[]} */ units, /** @type {string[]} */ targets = []) => /** @type {any} */ ({ units, targets, ghosts: units.map((id) => ({ id, at: { pose: { x: 0, y: 3, facing: 0 } } })) });
    same(threats(scene, overlays, offer(["r1"])).map((it) => it.says), ["in the zone of Elephants", "still can be shot at by Slingers"], "one unit");
    same(threats(scene, overlays, offer(["r1", "r2"])).map((it) => it.says), ["2 units: in the zone of Elephants", "2 units: still can be shot at by Slingers"], "two units");
    same(threats(scene, overlays, offer(["r1"], ["b"])).map((it) => it.says), ["still can be shot at by Slingers"], "whom one charges is no news");
  },
};
