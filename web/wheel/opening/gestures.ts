/** From the middle of the surface, in shares of its width. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where a finger has been since it came down. */
export type Path = readonly Point[];

export interface GestureRule {
  /** One more cancels it. */
  readonly fingers: number;
  /** It counts when it is let go, not at once. */
  readonly isHeld?: boolean;
  /** @returns 0 at rest; from 1 on it counts */
  readonly progress: (paths: readonly Path[], heldMs: number) => number;
}

/** How far a finger is from where it came down. */
function movedBy(path: Path | undefined): Point {
  const [from, to] = [path?.[0], path?.at(-1)];
  return from && to ? { x: to.x - from.x, y: to.y - from.y } : { x: 0, y: 0 };
}

const lengthOf = ({ x, y }: Point) => Math.hypot(x, y);

/** By how much each half was moved. A second finger on the same half does nothing. */
export const halvesOf = (paths: readonly Path[]): [Point, Point] => [
  movedBy(paths.find(([from]) => from && from.x < 0)),
  movedBy(paths.find(([from]) => from && from.x >= 0)),
];

/** Of a half from the middle, and how far apart they break. */
const [centre, breaksAt] = [0.22, 0.4];

export const snapRule: GestureRule = {
  fingers: 2,
  progress: (paths) => {
    const [one, other] = halvesOf(paths);
    const apart = lengthOf({ x: other.x - one.x + 2 * centre, y: other.y - one.y });
    return (apart - 2 * centre) / breaksAt;
  },
};

export const angleOf = ({ x, y }: Point): number => (Math.atan2(x, -y) * 180) / Math.PI;

/** Near the middle a small move would be a large turn. */
const inner = 0.1;

/** Degrees clockwise, of the whole way. */
export function stirred(path: Path = []): number {
  const angles = path.filter((point) => lengthOf(point) >= inner).map(angleOf);
  return angles.slice(1).reduce((sum, angle, at) => {
    const turn = angle - (angles[at] ?? angle);
    return sum + turn - 360 * Math.round(turn / 360);
  }, 0);
}

/** A turn and a quarter, either way round. */
export const stirRule: GestureRule = {
  fingers: 1,
  progress: ([path]) => Math.abs(stirred(path)) / 450,
};

export const swellMs = 600;
/** A finger that slides off has changed its mind. */
const slip = 0.6;

export const popRule: GestureRule = {
  fingers: 1,
  isHeld: true,
  progress: ([path], heldMs) => (lengthOf(movedBy(path)) <= slip ? heldMs / swellMs : 0),
};

/** A tap trembles, and who drags slowly has changed the mind. In all, and per ms. */
const [swipeMin, swipeSpeedMin] = [0.12, 0.0006];

export const swipeRule: GestureRule = {
  fingers: 1,
  isHeld: true,
  progress: ([path], heldMs) =>
    lengthOf(movedBy(path)) / Math.max(swipeMin, swipeSpeedMin * heldMs),
};
