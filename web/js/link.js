// The socket of a battle: one seat's connection, which comes back by itself and loses nothing.
import { mineOf } from "./api.js";

/** @typedef {import("./types").State} State */

/** After so many milliseconds dice that wait for a share in them are asked for again. */
const SHARE_WAIT = 300;

export class Link {
  /**
   * @param {string} id the battle
   * @param {string | null} secret of the seat, or nothing to watch
   * @param {{ state: (state: State) => void, welcome: (battle: import("./types").Summary) => void, thinking: (ms: number) => void, online: (on: boolean) => void, gone: (what: string) => void }} told
   */
  constructor(id, secret, told) {
    this.id = id;
    this.secret = secret;
    this.told = told;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {State | null} */
    this.state = null;
    /** @type {import("./types").Entry[]} */
    this.log = [];
    /** @type {import("./types").Talk[]} */
    this.talk = [];
    this.next = 1;
    /** @type {Map<number, { resolve: (answer: any) => void, reject: (error: any) => void, message: any }>} */
    this.open = new Map();
    /** Messages that wait until what came before has been shown. @type {any[] | null} */
    this.held = null;
    /** The state that an action of ours has led to, until its answer comes right behind it: both are one change. @type {State | null} */
    this.led = null;
    this.tries = 0;
    this.closed = false;
    this.ready = false;
    /** What of its share in the dice was sent on this connection. @type {string | null} */
    this.shared = null;
    this.connect();
  }

  connect() {
    if (this.closed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.shared = null;
    const socket = new WebSocket(`${scheme}://${location.host}/api/battles/${this.id}/play`);
    this.socket = socket;
    socket.onopen = () => {
      const version = this.state?.version ?? null;
      this.raw({ type: "hello", secret: this.secret, version, talk: this.talk.length });
    };
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = (event) => {
      this.release();
      this.show();
      this.ready = false;
      if (event.code === 1008) {
        this.closed = true;
        this.told.gone(event.reason || "This link is not valid any more.");
        return;
      }
      this.lose();
      if (this.closed) return;
      this.told.online(false);
      const wait = Math.min(250 * 2 ** this.tries++, 4000) * (0.7 + Math.random() * 0.6);
      setTimeout(() => this.connect(), wait);
    };
  }

  /** Whether an action has been sent and not answered. */
  get acting() {
    return [...this.open.values()].some(({ message }) => message.type === "act");
  }

  /** Tells of the state that has waited for an answer. */
  show() {
    const { led } = this;
    this.led = null;
    if (led) this.told.state(led);
  }

  /** Requests that change nothing are given up; an action is sent again, and applied once. */
  lose() {
    for (const [id, { reject, message }] of this.open) {
      if (message.type === "act" && message.token) continue;
      this.open.delete(id);
      reject({ kind: "offline", what: "The connection was lost. Nothing was lost.", hint: null, reason: null });
    }
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }

  /** @param {any} message */
  raw(message) {
    this.socket?.send(JSON.stringify(message));
  }

  /** Lets what comes next wait. @param {Promise<any>} until */
  hold(until) {
    const held = (this.held ??= []);
    until.then(() => {
      if (this.held === held) this.release();
    });
  }

  /** Takes what waits, until it is held again. */
  release() {
    const waiting = this.held ?? [];
    this.held = null;
    for (let message = waiting.shift(); message; message = waiting.shift()) this.hear(message);
  }

  /** @param {any} message */
  hear(message) {
    if (this.held) this.held.push(message);
    else this.take(message);
  }

  /** @param {any} message */
  take(message) {
    if (message.type === "welcome") {
      this.tries = 0;
      this.ready = true;
      this.told.welcome(message.battle);
      this.told.online(true);
      for (const { message: unanswered } of this.open.values()) this.raw(unanswered);
    } else if (message.type === "state") {
      this.log.length = Math.min(this.log.length, message.log.from);
      this.log.push(...message.log.entries);
      this.talk.length = Math.min(this.talk.length, message.talk.from);
      this.talk.push(...message.talk.entries);
      this.state = message;
      this.contribute(message.share);
      if (this.acting) this.led = message;
      else this.told.state(message);
    } else if (message.type === "thinking") {
      this.told.thinking(message.ms);
    } else if (message.type === "answer") {
      const waiting = this.open.get(message.id);
      this.open.delete(message.id);
      this.show();
      if (message.ok) waiting?.resolve(message);
      else waiting?.reject(message.error);
    } else if (message.type === "error") {
      this.told.gone(message.error?.what ?? message.what ?? "The server closed this battle.");
    }
  }

  /**
   * Asks the server something; resolves to its answer, rejects with its error.
   * @param {string} type @param {Record<string, any>} [more]
   * @returns {Promise<any>}
   */
  request(type, more = {}) {
    const id = this.next++;
    const message = { id, type, ...more };
    return new Promise((resolve, reject) => {
      if (!this.ready && !more.token) {
        reject({ kind: "offline", what: "There is no connection now. Nothing was lost.", hint: null, reason: null });
        return;
      }
      this.open.set(id, { resolve, reject, message });
      if (this.ready) this.raw(message);
    });
  }

  /** Gives this seat's share in the dice when the server asks for it. @param {"commit" | "open" | null} wanted */
  contribute(wanted) {
    if (!wanted || !this.secret || this.shared === wanted) return;
    // Who has both seats looks after one at a time, and need not be protected from himself.
    const seats = mineOf(this.id)?.seats;
    if (seats?.red && seats?.blue) return;
    const { id, secret } = this;
    this.shared = wanted;
    import("./share.js").then(({ shareOf }) => {
      const share = shareOf(id, secret, wanted);
      // Another window of this seat may have been first, and dice fall without a share too.
      if (share) this.request(...share).catch(() => {});
    }, () => {
      this.shared = null;
    });
  }

  /**
   * Sends an action once, however often the connection breaks. Dice that wait for a share in them are asked for again:
   * pages give their shares by themselves, and after a minute the dice fall without them.
   * @param {string} action @returns {Promise<any>}
   */
  act(action) {
    const token = crypto.getRandomValues(new Uint32Array(4)).join("-");
    return this.request("act", { version: this.state?.version, action, token }).catch(async (error) => {
      if (error.kind !== "dice_wait") throw error;
      await new Promise((resolve) => setTimeout(resolve, SHARE_WAIT));
      return this.act(action);
    });
  }
}
