/**
 * The girih pattern, constructed as Hankin described it in 1925: two rays leave the middle of each edge of a tiling at the contact
 * angle and go on until they meet. The tiling is of regular decagons, edge to edge on a rhombic grid, with bow ties between them.
 */
export interface Point {
  x: number;
  y: number;
}

type Polygon = Point[];

interface Ray {
  from: Point;
  towards: Point;
  edge: number;
}

/** Between ray and edge: 54 degrees gives the classic ten-pointed star. */
const contactAngle = (54 * Math.PI) / 180;
const tenth = (2 * Math.PI) / 10;

const at = (radius: number, angle: number): Point => ({
  x: radius * Math.cos(angle),
  y: radius * Math.sin(angle),
});
const plus = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y });
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

function raysOf(polygon: Polygon): Ray[] {
  return polygon.flatMap((start, edge) => {
    const end = polygon[(edge + 1) % polygon.length] ?? start;
    const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
    const along = Math.atan2(end.y - start.y, end.x - start.x);
    return [contactAngle, Math.PI - contactAngle].map((turn) => ({
      from: middle,
      towards: at(1, along + turn),
      edge,
    }));
  });
}

function meeting(a: Ray, b: Ray): Point | null {
  const cross = a.towards.x * b.towards.y - a.towards.y * b.towards.x;
  if (Math.abs(cross) < 1e-9) return null;
  const dx = b.from.x - a.from.x;
  const dy = b.from.y - a.from.y;
  const alongA = (dx * b.towards.y - dy * b.towards.x) / cross;
  const alongB = (dx * a.towards.y - dy * a.towards.x) / cross;
  if (alongA < 1e-9 || alongB < 1e-9) return null;
  return { x: a.from.x + alongA * a.towards.x, y: a.from.y + alongA * a.towards.y };
}

/** The lines inside a polygon whose corners go anticlockwise: each a bent stroke from one edge's middle to another's. */
export function strokesOf(polygon: Polygon): [Point, Point, Point][] {
  const rays = raysOf(polygon);
  const candidates = rays.flatMap((a, i) =>
    rays.slice(i + 1).flatMap((b, k) => {
      const point = a.edge === b.edge ? null : meeting(a, b);
      return point
        ? [{ i, j: i + 1 + k, point, cost: distance(a.from, point) + distance(b.from, point) }]
        : [];
    }),
  );
  candidates.sort((a, b) => a.cost - b.cost);
  const used = new Set<number>();
  const strokes: [Point, Point, Point][] = [];
  for (const { i, j, point } of candidates) {
    const [a, b] = [rays[i], rays[j]];
    if (!a || !b || used.has(i) || used.has(j)) continue;
    used.add(i).add(j);
    strokes.push([a.from, point, b.from]);
  }
  return strokes;
}

export interface Girih {
  width: number;
  height: number;
  /** The `d` of one path that draws the lines of a repeating cell. */
  path: string;
}

/** The chords that draw the whole {10/3} star into a decagon, not its outline alone. */
function starOf(polygon: Polygon): [Point, Point][] {
  const tips = polygon.map((start, k) => {
    const end = polygon[(k + 1) % polygon.length] ?? start;
    return { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
  });
  return tips.map((tip, k) => [tip, tips[(k + 3) % tips.length] ?? tip]);
}

/** One rectangular cell of the pattern, two decagons and two bow ties, for an edge of the given length; with whole stars if asked. */
export function girihCell(edge: number, { wholeStars = false } = {}): Girih {
  const radius = edge / 2 / Math.sin(tenth / 2);
  const across = at(edge / Math.tan(tenth / 2), 1.5 * tenth);
  const width = 2 * across.x;
  const height = 2 * across.y;
  const corners = Array.from({ length: 10 }, (_, k) => at(radius, k * tenth));
  const decagon = (centre: Point): Polygon => corners.map((corner) => plus(corner, centre));
  const strokes: Point[][] = [];
  for (const column of [-1, 0, 1, 2]) {
    for (const row of [-1, 0, 1, 2]) {
      for (const half of [0, 1]) {
        const centre = { x: (column + half / 2) * width, y: (row + half / 2) * height };
        strokes.push(...(wholeStars ? starOf : strokesOf)(decagon(centre)));
        strokes.push(...strokesOf(bowTie(centre, corners, across)));
      }
    }
  }
  const inside = strokes.filter((stroke) => {
    const [xs, ys] = [stroke.map(({ x }) => x), stroke.map(({ y }) => y)];
    return Math.max(...xs) > 0 && Math.min(...xs) < width && Math.max(...ys) > 0 && Math.min(...ys) < height;
  });
  return { width, height, path: pathOf(inside) };
}

/** The gap to the right of a decagon, which its neighbours there leave. */
function bowTie(centre: Point, corners: Point[], across: Point): Polygon {
  const corner = (k: number, of: Point): Point => plus(corners[(k + 10) % 10] ?? centre, of);
  const right = plus(centre, { x: 2 * across.x, y: 0 });
  return [
    corner(1, centre),
    corner(0, centre),
    corner(-1, centre),
    corner(6, right),
    corner(5, right),
    corner(4, right),
  ];
}

const short = (value: number) => String(Math.round(value * 10) / 10);

function pathOf(strokes: Point[][]): string {
  return strokes
    .map((stroke) => `M${stroke.map(({ x, y }) => `${short(x)} ${short(y)}`).join('L')}`)
    .join('');
}
