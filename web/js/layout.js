// Where pieces are drawn: table places in map units, and rows for pieces that only have an area.

/** @typedef {import("./types").Scene} Scene */
/** @typedef {{ x: number, y: number, facing: number, scale: number }} Stand */
/** @typedef {{ id: string, seat: import("./types").Seat, w: number, d: number, facing: number, leader: boolean }} Standing */

/** Map units that a base is deep at least, for what stands on it to be read. */
const DEEP = 17;

/** Map units a table unit: a base is 40 wide, on boards of areas 60; thin lines are wider, so that they are deep enough. @param {Scene} scene */
export function unitScale(scene) {
  const middle = (/** @type {number[]} */ all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)];
  const wide = middle(scene.bases.map((base) => size(base)[0]));
  if (scene.areas?.length || wide === undefined) return (scene.areas?.length ? 60 : 40) / (wide ?? scene.table.width / 13);
  return Math.max(40 / wide, DEEP / middle(scene.bases.map((base) => size(base)[1])));
}

/** Width and depth of a base in table units. @param {import("./types").Base} base @returns {[number, number]} */
export function size(base) {
  if ("disc" in base.shape) return [2 * base.shape.disc.radius, 2 * base.shape.disc.radius];
  return [base.shape.rectangle.width, base.shape.rectangle.depth];
}

/** A place of the table in map units: y grows downwards. @param {Scene} scene @param {number} k @param {number} x @param {number} y @returns {[number, number]} */
export function place({ table }, k, x, y) {
  return [(x - table.left) * k, (table.bottom + table.height - y) * k];
}

/** An area as a rectangle in map units. @param {Scene} scene @param {number} k @param {import("./types").Area} area */
export function areaBox(scene, k, area) {
  const [x, y] = place(scene, k, area.left, area.bottom + area.height);
  return { x, y, w: area.width * k, h: area.height * k };
}

/**
 * Where every base and leader stands. `moved` says which area pieces of a plan are in.
 * @param {Scene} scene @param {number} k @param {Map<string, string>} [moved]
 * @returns {Map<string, Stand>}
 */
export function arrange(scene, k, moved = new Map()) {
  /** @type {Map<string, Stand>} */
  const stands = new Map();
  /** @type {Map<string, Standing[]>} */
  const inArea = new Map();
  /** @param {import("./types").Base | import("./types").Leader} piece @param {number} w @param {number} d @param {boolean} leader */
  const put = (piece, w, d, leader) => {
    if ("pose" in piece.at) {
      const { x, y, facing } = piece.at.pose;
      const [mx, my] = place(scene, k, x, y);
      stands.set(piece.id, { x: mx, y: my, facing, scale: 1 });
      return;
    }
    const { area, facing } = piece.at.area;
    const where = moved.get(piece.id) ?? area;
    const list = inArea.get(where) ?? [];
    list.push({ id: piece.id, seat: piece.seat, w: w * k, d: d * k, facing, leader });
    inArea.set(where, list);
  };
  for (const base of scene.bases) put(base, ...size(base), false);
  for (const leader of scene.leaders) put(leader, 2 * leader.radius, 2 * leader.radius, true);
  for (const area of scene.areas ?? []) {
    const box = areaBox(scene, k, area);
    const low = box.y + box.h / 2 > (scene.table.height * k) / 2;
    rows(box, area.reserve, low, inArea.get(area.id) ?? [], stands);
  }
  return stands;
}

const GAP = 14;
const TIGHT = 8;
/** The room at the edge of an area, where its name is written and where it is not. */
const NAMED_EDGE = 20;
const EDGE = 10;
const BETWEEN = 14;

/**
 * Lays out the pieces of one area: each side in rows at its own edge, its front rank ahead, leaders behind.
 * @param {{ x: number, y: number, w: number, h: number }} box @param {boolean} reserve
 * @param {boolean} low whether it lies in the lower half, with its name at the bottom
 * @param {Standing[]} pieces @param {Map<string, Stand>} stands
 */
function rows(box, reserve, low, pieces, stands) {
  const sides = ["red", "blue"].map((seat) => pieces.filter((piece) => piece.seat === seat)).filter((side) => side.length);
  const contested = sides.length > 1;
  for (let scale = 1; scale > 0.3; scale -= 0.06) {
    const ranks = sides.map((side) => inRanks(side, (box.w - 12) / scale, contested || reserve ? 0 : 4));
    const deep = ranks.map((side) => side.reduce((sum, rank) => sum + rank.d + TIGHT, 0) * scale);
    const room = box.h - (reserve ? 8 : EDGE + NAMED_EDGE) - (contested ? BETWEEN - TIGHT : 0);
    if (deep[0] + (deep[1] ?? 0) > room && scale > 0.36) continue;
    sides.forEach((side, at) => {
      const north = Math.cos((side[0].facing * Math.PI) / 180) > 0;
      const edge = north === low ? NAMED_EDGE : EDGE;
      stack(box, reserve, contested, edge, ranks[at], deep[at], north, scale, stands);
    });
    return;
  }
}

/** @typedef {{ items: Standing[], w: number, d: number, gap: number }} Rank */

/**
 * Fills ranks from the front; leaders stand in the last one.
 * @param {Standing[]} side @param {number} width @param {number} few with so few units two make a rank
 * @returns {Rank[]}
 */
function inRanks(side, width, few) {
  const units = side.filter((piece) => !piece.leader);
  const ordered = [...units, ...side.filter((piece) => piece.leader)];
  const gap = units.length <= 4 ? GAP : TIGHT;
  /** @type {Rank[]} */
  const ranks = [];
  for (const piece of ordered) {
    const last = ranks[ranks.length - 1];
    const full = last && few && !piece.leader && units.length <= few && last.items.length === 2;
    if (last && !full && last.w + gap + piece.w <= width) {
      last.items.push(piece);
      last.w += gap + piece.w;
      last.d = Math.max(last.d, piece.d);
    } else {
      ranks.push({ items: [piece], w: piece.w, d: piece.d, gap });
    }
  }
  return ranks;
}

/**
 * @param {{ x: number, y: number, w: number, h: number }} box @param {boolean} reserve @param {boolean} contested
 * @param {number} edge @param {Rank[]} ranks @param {number} deep @param {boolean} north whether they face north
 * @param {number} scale @param {Map<string, Stand>} stands
 */
function stack(box, reserve, contested, edge, ranks, deep, north, scale, stands) {
  // From the front rank backwards. Alone in the field they stand well forward; with enemies, at their own edge.
  const spare = box.h - deep;
  const ahead = reserve ? spare / 2 : contested ? spare - edge + TIGHT : Math.min(30, spare / 2);
  const pitch = !contested && !reserve && spare > 70 ? 14 : 0;
  let from = Math.max(ahead, 4);
  for (const rank of ranks) {
    const y = from + (rank.d * scale) / 2;
    let x = box.x + box.w / 2 - (rank.w * scale) / 2;
    for (const piece of rank.items) {
      const middle = x + (piece.w * scale) / 2;
      stands.set(piece.id, { x: middle, y: north ? box.y + y : box.y + box.h - y, facing: piece.facing, scale });
      x += (piece.w + rank.gap) * scale;
    }
    from += (rank.d + TIGHT) * scale + pitch;
  }
}
