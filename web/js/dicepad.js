// Real dice: who throws which dice for which rule, and the faces tapped in.
import { fill, h } from "./dom.js";
import { capital, die, ruleLink } from "./words.js";

/** Faces are shown so long before they are sent. */
const SHOWN = 800;

export class DicePad {
  /** @param {HTMLElement} box @param {(faces: number[]) => Promise<any>} send @param {() => void} withdraw */
  constructor(box, send, withdraw) {
    this.box = box;
    this.send = send;
    this.withdraw = withdraw;
    /** @type {import("./types").Throw | null} */
    this.dice = null;
    /** @type {number[]} */
    this.faces = [];
    this.sent = false;
    this.key = this.key.bind(this);
  }

  /** @param {import("./types").Throw | null} dice @param {string} ruleset */
  draw(dice, ruleset) {
    const same = JSON.stringify(dice) === JSON.stringify(this.dice);
    this.ruleset = ruleset;
    if (!same) {
      this.dice = dice;
      this.faces = [];
      this.sent = false;
    }
    this.box.hidden = !dice;
    if (dice) this.show();
  }

  get missing() {
    return this.dice ? this.dice.n - this.faces.length : 0;
  }

  show() {
    const { dice } = this;
    if (!dice) return;
    const faces = [...new Set(dice.die.faces)].sort((a, b) => a - b);
    const all = this.faces;
    fill(this.box,
      h("h3", {}, `${dice.who}: ${dice.what}: ${dice.dice} `, ruleLink(this.ruleset ?? "", dice.rule)),
      h("div", { class: "pad" }, faces.map((face) => h("button", { type: "button", class: dice.counted.includes(face) ? "h" : null, "aria-label": `a ${face}`, disabled: this.missing <= 0, onclick: () => this.add(face) }, face))),
      h("div", { class: "thrown", role: "status" }, Array.from({ length: dice.n }, (_, at) => (at < all.length ? die(all[at], dice.by) : h("span", { class: "die nx" }))), this.missing > 0 ? "tap the faces as they lie" : "taken"),
      h("div", { class: "row" },
        this.faces.length && !this.sent ? h("button", { class: "btn", type: "button", onclick: () => this.take() }, "Take back") : null,
        dice.withdraw && !dice.given.length && !all.length ? h("button", { class: "btn", type: "button", onclick: () => this.withdraw() }, "Do something else") : null));
  }

  /** @param {number} face */
  add(face) {
    if (this.missing <= 0 || this.sent) return;
    this.faces.push(face);
    this.show();
    if (this.missing === 0) {
      const { faces } = this;
      setTimeout(() => {
        if (this.faces !== faces || this.missing !== 0 || this.sent) return;
        this.sent = true;
        // The next throw may look just like this one, so the pad is emptied here and not by its looks.
        this.send(faces).then(() => {
          if (this.faces === faces) this.faces = [];
          this.sent = false;
          this.show();
        });
      }, SHOWN);
    }
  }

  take() {
    this.faces = this.faces.slice(0, -1);
    this.show();
  }

  /** Digits may be typed. @param {KeyboardEvent} event */
  key(event) {
    if (!this.dice || this.box.hidden) return false;
    const face = Number(event.key);
    if (/^[0-9]$/.test(event.key) && this.dice.die.faces.includes(face)) {
      this.add(face);
      return true;
    }
    if (event.key === "Backspace" && this.faces.length && !this.sent) {
      this.take();
      return true;
    }
    return false;
  }

  /** What is asked, in words. */
  words() {
    return this.dice ? capital(this.dice.what) : "";
  }
}
