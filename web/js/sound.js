// Small sounds without files, off until somebody wants them.

const KEY = "acies.sound";
/** Each is a few short tones: pitch in hertz, when and how long in seconds. */
const SOUNDS = {
  act: [[320, 0, 0.05]],
  dice: [[900, 0, 0.02], [700, 0.05, 0.02], [1100, 0.09, 0.02], [800, 0.14, 0.03]],
  turn: [[440, 0, 0.09], [660, 0.1, 0.12]],
};
/** @type {AudioContext | null} */
let context = null;

export function soundIsOn() {
  return localStorage.getItem(KEY) === "on";
}

/** @param {boolean} on */
export function setSound(on) {
  localStorage.setItem(KEY, on ? "on" : "off");
  if (on) play("turn");
}

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  if (!soundIsOn()) return;
  context ??= new AudioContext();
  for (const [pitch, after, long] of SOUNDS[name]) {
    const [tone, gain] = [context.createOscillator(), context.createGain()];
    const at = context.currentTime + after;
    tone.type = "triangle";
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0.06, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + long);
  }
}
