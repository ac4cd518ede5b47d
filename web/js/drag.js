// Dragging: poses in table units, and outlines that units share.

/** @typedef {{ x: number, y: number, facing: number }} Pose x to the east, y to the north, degrees from the north to the right */
/** @typedef {import("./types").Spot} Spot */

/** A drop so near to the start means nothing. */
export const CANCEL = 0.25;

/** Sine and cosine of degrees. @param {number} degrees @returns {[number, number]} */
function sinCos(degrees) {
  const turn = (degrees * Math.PI) / 180;
  return [Math.sin(turn), Math.cos(turn)];
}

/** Turns a vector to the right. @param {Spot} vector @param {number} degrees @returns {Spot} */
function turned([x, y], degrees) {
  const [sin, cos] = sinCos(degrees);
  return [x * cos + y * sin, y * cos - x * sin];
}

/** A difference of directions, from -180 to 180. @param {number} degrees */
export function turn(degrees) {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}

/** The place so far to the right and ahead of a pose. @param {Pose} pose @param {number} right @param {number} ahead @returns {Spot} */
export function from(pose, right, ahead) {
  const [x, y] = turned([right, ahead], pose.facing);
  return [pose.x + x, pose.y + y];
}

/** Corners of a base: front left, front right, rear right, rear left. @param {Pose} pose @param {[number, number]} size @returns {[Spot, Spot, Spot, Spot]} */
export function corners(pose, [w, d]) {
  return [from(pose, -w / 2, d / 2), from(pose, w / 2, d / 2), from(pose, w / 2, -d / 2), from(pose, -w / 2, -d / 2)];
}

/** A pose turned about a place. @param {Pose} pose @param {Spot} pivot @param {number} degrees @returns {Pose} */
export function about(pose, pivot, degrees) {
  const [x, y] = turned([pose.x - pivot[0], pose.y - pivot[1]], degrees);
  return { x: pivot[0] + x, y: pivot[1] + y, facing: (pose.facing + degrees + 360) % 360 };
}

/** Where a pose goes if the first one goes somewhere and all keep their places. @param {Pose} pose @param {Pose} first @param {Pose} to @returns {Pose} */
export function carried(pose, first, to) {
  const by = to.facing - first.facing;
  const [x, y] = turned([pose.x - first.x, pose.y - first.y], by);
  return { x: to.x + x, y: to.y + y, facing: (pose.facing + by + 360) % 360 };
}

/**
 * The base that encloses a group, which faces as the first one does.
 * @param {{ pose: Pose, size: [number, number] }[]} all
 */
export function enclosing(all) {
  const { facing } = all[0].pose;
  const local = all.flatMap(({ pose, size }) => corners(pose, size)).map((corner) => turned(corner, -facing));
  const [xs, ys] = [local.map(([x]) => x), local.map(([, y]) => y)];
  const [left, right, rear, front] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [x, y] = turned([(left + right) / 2, (rear + front) / 2], facing);
  return { pose: { x, y, facing }, size: /** @type {[number, number]} */ ([right - left, front - rear]) };
}

/** How far a wheel goes that pulls a corner along: never more than a quarter. @param {Spot} pivot @param {Spot} begin @param {Spot} end */
export function wheel(pivot, begin, end) {
  const bearing = (/** @type {Spot} */ [x, y]) => (Math.atan2(x - pivot[0], y - pivot[1]) * 180) / Math.PI;
  return Math.max(-90, Math.min(90, Math.round(turn(bearing(end) - bearing(begin)))));
}

/**
 * The common outline of convex shapes as a path: edges without what lies inside another.
 * @param {Spot[][]} shapes with corners in turn
 */
export function outline(shapes) {
  const parts = [];
  for (const [n, shape] of shapes.entries()) {
    for (const [at, a] of shape.entries()) {
      const b = shape[(at + 1) % shape.length];
      /** @type {[number, number][]} */
      let left = [[0, 1]];
      for (const [m, other] of shapes.entries()) {
        const inside = m === n ? null : within(a, b, other, m < n);
        if (inside) left = left.flatMap(([from, to]) => /** @type {[number, number][]} */ ([[from, Math.min(to, inside[0])], [Math.max(from, inside[1]), to]]).filter(([x, y]) => y - x > 1e-6));
      }
      const on = (/** @type {number} */ t) => `${(a[0] + t * (b[0] - a[0])).toFixed(1)} ${(a[1] + t * (b[1] - a[1])).toFixed(1)}`;
      parts.push(...left.map(([from, to]) => `M${on(from)}L${on(to)}`));
    }
  }
  return parts.join("");
}

/** The part of a line that lies in a convex shape; its own edge counts if the shape comes first. @param {Spot} a @param {Spot} b @param {Spot[]} shape @param {boolean} edge @returns {[number, number] | null} */
function within(a, b, shape, edge) {
  const area = shape.reduce((sum, [x, y], at) => sum + x * shape[(at + 1) % shape.length][1] - shape[(at + 1) % shape.length][0] * y, 0);
  const side = Math.sign(area);
  const slack = edge ? 1e-6 : -1e-6;
  let [least, most] = [0, 1];
  for (const [at, p] of shape.entries()) {
    const q = shape[(at + 1) % shape.length];
    const [nx, ny] = [-(q[1] - p[1]) * side, (q[0] - p[0]) * side];
    const f = (/** @type {Spot} */ [x, y]) => nx * (x - p[0]) + ny * (y - p[1]) + slack;
    const [fa, fb] = [f(a), f(b)];
    if (fa < 0 && fb < 0) return null;
    if (fa < 0) least = Math.max(least, fa / (fa - fb));
    if (fb < 0) most = Math.min(most, fa / (fa - fb));
  }
  return most - least > 1e-6 ? [least, most] : null;
}
