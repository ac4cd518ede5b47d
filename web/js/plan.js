// A decision of many parts: which piece of the plan is in which slot, and the action that it makes. A draft never changes:
// what is done with it makes another.

/** @typedef {import("./types").Plan} Plan */

export class Draft {
  /** @param {Plan} plan @param {Map<string, string>} [at] */
  constructor(plan, at = new Map(plan.pieces.map((piece) => [piece.id, piece.at]))) {
    this.plan = plan;
    this.at = at;
  }

  /** The cards among its pieces. */
  get cards() {
    return this.plan.pieces.filter((piece) => "card" in piece.is);
  }

  /** Whether it is a draft of the same decision, so that it can be kept. @param {Plan | undefined} plan */
  fits(plan) {
    const ids = (/** @type {Plan} */ it) => it.pieces.map((piece) => piece.id + piece.word).join();
    return plan !== undefined && plan.verb === this.plan.verb && ids(plan) === ids(this.plan);
  }

  /** The same of a plan that fits. @param {Plan} plan */
  of(plan) {
    return new Draft(plan, this.at);
  }

  /** The plan that an offer is. @param {[string, string][]} sets */
  set(sets) {
    return new Draft(this.plan, new Map([...this.plan.pieces.map((piece) => /** @type {[string, string]} */ ([piece.id, piece.at])), ...sets]));
  }

  /** Whether the draft is the plan of an offer. @param {[string, string][]} sets */
  is(sets) {
    const wanted = new Map(sets);
    return this.plan.pieces.every((piece) => this.at.get(piece.id) === (wanted.get(piece.id) ?? piece.at));
  }

  /** With a piece in a slot; what lies there, if there is room for one only, goes back. Nothing, if the slot does not take it. @param {string} id @param {string} to */
  put(id, to) {
    const slot = this.plan.slots.find((it) => it.id === to);
    const piece = this.plan.pieces.find((it) => it.id === id);
    if (!slot || !piece?.slots.includes(to)) return null;
    const here = this.pieces(to).filter((it) => it.id !== id);
    const at = new Map(this.at);
    if (slot.holds && here.length >= slot.holds) at.set(here[0].id, here[0].at);
    return new Draft(this.plan, at.set(id, to));
  }

  /** @param {string} slot */
  pieces(slot) {
    return this.plan.pieces.filter((piece) => this.at.get(piece.id) === slot);
  }

  /** Pieces on the table and the areas that they are in. @returns {Map<string, string>} */
  areas() {
    /** @type {Map<string, string>} */
    const moved = new Map();
    for (const piece of this.plan.pieces) {
      const slot = this.plan.slots.find((it) => it.id === this.at.get(piece.id));
      if ("piece" in piece.is && slot?.area) moved.set(piece.is.piece, slot.area);
    }
    return moved;
  }

  /** The action in notation. */
  write() {
    const words = this.plan.slots.filter((slot) => slot.writes).flatMap((slot) => {
      const pieces = this.pieces(slot.id).map((piece) => piece.word);
      return pieces.length ? [slot.writes.replace("{}", pieces.join(","))] : [];
    });
    return [this.plan.verb, ...(words.length ? words : [this.plan.nothing])].join(" ").trim();
  }

  /** What a slot comes to: "5 + Legate 1 = 6". @param {import("./types").Slot} slot */
  sum(slot) {
    const pieces = this.pieces(slot.id);
    const home = (/** @type {string} */ id) => {
      const piece = this.plan.pieces.find((it) => it.id === id);
      return !piece || this.at.get(id) === piece.at;
    };
    const bonus = (slot.bonus ?? []).filter((it) => home(it.from));
    const worth = pieces.reduce((sum, piece) => sum + (piece.worth ?? 0), 0);
    const total = worth + bonus.reduce((sum, it) => sum + it.worth, 0);
    const endless = pieces.some((piece) => piece.worth === undefined && "card" in piece.is && !piece.is.card.idle);
    const parts = [...(pieces.length && !endless ? [String(worth)] : []), ...bonus.map((it) => `${it.says} ${it.worth}`)];
    const says = endless ? "no limit" : parts.length > 1 ? `${parts.join(" + ")} = ${total}` : parts.length ? (pieces.length ? `card ${worth}` : parts[0]) : "no card";
    return { total, endless, says };
  }
}
