// A player's share in the dice: drawn here, committed to by its hash, opened when both sides have committed.

const FIRST = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const ROUNDS = (() => {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
  return primes.map((p) => {
    const root = Math.cbrt(p);
    return Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;
  });
})();

/** SHA-256 of a text of plain letters and digits, in hexadecimal digits. Browsers have it only for pages over https. @param {string} text */
export function sha256(text) {
  const bytes = [...new TextEncoder().encode(text), 0x80];
  while (bytes.length % 64 !== 56) bytes.push(0);
  const bits = text.length * 8;
  bytes.push(0, 0, 0, 0, bits >>> 24, (bits >>> 16) & 255, (bits >>> 8) & 255, bits & 255);
  const turn = (/** @type {number} */ x, /** @type {number} */ n) => (x >>> n) | (x << (32 - n));
  const hash = [...FIRST];
  for (let at = 0; at < bytes.length; at += 64) {
    const w = Array.from({ length: 16 }, (_, i) => (bytes[at + 4 * i] << 24) | (bytes[at + 4 * i + 1] << 16) | (bytes[at + 4 * i + 2] << 8) | bytes[at + 4 * i + 3]);
    for (let i = 16; i < 64; i++) {
      const [x, y] = [w[i - 15], w[i - 2]];
      w.push((w[i - 16] + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + w[i - 7] + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10))) | 0);
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => { hash[i] = (hash[i] + word) | 0; });
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/**
 * What is to be sent for a share that the server asks for, if it can be.
 * @param {string} battle @param {string} secret of the seat @param {"commit" | "open"} wanted
 * @returns {[string, Record<string, string>] | null}
 */
export function shareOf(battle, secret, wanted) {
  // The same seat may be open in several windows.
  const key = `acies.share.${battle}.${sha256(secret).slice(0, 8)}`;
  let share = localStorage.getItem(key);
  if (wanted === "open") return share ? ["open", { share }] : null;
  if (!share) {
    share = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    localStorage.setItem(key, share);
  }
  return ["commit", { commitment: sha256(share) }];
}
