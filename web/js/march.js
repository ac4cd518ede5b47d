// How a base gets from pose to pose: legs as the scene has them, each one motion of a rigid base.
import { about, turn } from "./drag.js";

/** @typedef {import("./drag.js").Pose} Pose */
/** @typedef {{ pose: Pose, at: number }} Station a pose, and which part of the way it is */

/** Turns below this are straight, in degrees. */
const STRAIGHT = 0.05;
/** A turn is drawn in steps of so many degrees. */
const STEP = 6;
/** A quarter turn on the spot takes as long as going this far, in table units. */
const QUARTER = 1;

/** The one point that a motion with a turn leaves in place. @param {Pose} from @param {Pose} to @returns {import("./types").Spot} */
export function pole(from, to) {
  const half = (turn(to.facing - from.facing) * Math.PI) / 360;
  const k = 0.5 / Math.tan(half);
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  return [(from.x + to.x) / 2 + k * dy, (from.y + to.y) / 2 - k * dx];
}

/** The poses of one leg after its beginning: the end alone if it is straight. @param {Pose} from @param {Pose} to @returns {Pose[]} */
export function leg(from, to) {
  const by = turn(to.facing - from.facing);
  if (Math.abs(by) < STRAIGHT) return [to];
  const pivot = pole(from, to);
  const steps = Math.max(1, Math.ceil(Math.abs(by) / STEP));
  return Array.from({ length: steps }, (_, n) => (n === steps - 1 ? to : about(from, pivot, (by * (n + 1)) / steps)));
}

/** How long a motion takes against others. @param {Pose} from @param {Pose} to */
function effort(from, to) {
  return Math.max(Math.hypot(to.x - from.x, to.y - from.y), (QUARTER * Math.abs(turn(to.facing - from.facing))) / 90);
}

/** A whole way, from where a base stands through all legs. @param {Pose} from @param {Pose[]} legs @returns {Station[]} */
export function stations(from, legs) {
  const poses = [from];
  for (const to of legs) poses.push(...leg(/** @type {Pose} */ (poses.at(-1)), to));
  let sum = 0;
  const far = poses.map((pose, n) => (sum += n ? effort(poses[n - 1], pose) : 0));
  return poses.map((pose, n) => ({ pose, at: sum ? far[n] / sum : n ? 1 : 0 }));
}
