// Units chosen together where the rules let several act as one: what they can do, and why not.

/** @typedef {import("./types").Offer} Offer */
/** @typedef {{ offer: Offer, reason: import("./types").Reason }} Refused */

export class Band {
  /** @param {{ ask: (pieces: string[]) => Promise<{ offers: Offer[], refused: Refused[] }>, told: () => void }} server */
  constructor(server) {
    this.server = server;
    /** Those that are asked about. @type {string[]} */
    this.ids = [];
    /** @type {Offer[]} */
    this.offers = [];
    /** @type {Refused[]} */
    this.refused = [];
  }

  clear() {
    [this.ids, this.offers, this.refused] = [[], [], []];
  }

  /** Asks what a group can do. @param {string[]} ids */
  async gather(ids) {
    this.clear();
    if (ids.length < 2) return;
    this.ids = ids;
    const answer = await this.server.ask(ids).catch(() => null);
    // Another group may have been chosen meanwhile.
    if (this.ids !== ids || !answer) return;
    ({ offers: this.offers, refused: this.refused } = answer);
    this.server.told();
  }

  /** Why they can do nothing as one: the reason that forbids most. @returns {import("./types").Reason | null} */
  reason() {
    if (this.offers.length) return null;
    const like = (/** @type {Refused} */ it) => this.refused.filter((other) => other.reason.says === it.reason.says).length;
    return [...this.refused].sort((a, b) => like(b) - like(a))[0]?.reason ?? null;
  }
}
