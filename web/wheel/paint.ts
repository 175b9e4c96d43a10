// Draws the whole wheel once, upright; the compositor turns the finished picture.
// Everything here looks the same from every side, for the light must not turn with the wheel: that is `Light` in wheel.tsx.
import { pegAngles, segmentArcs, type Arc } from './geometry.ts';

/** One outcome on the wheel: the text as it is to be drawn, its centre in degrees, its colours. */
export interface Segment {
  readonly id: string;
  readonly label: string;
  readonly angle: number;
  readonly colour: string;
  readonly ink: string;
}

/** The colours of all that is not a face. */
export interface Trim {
  /** How the wheel ends: in half circles side by side, as a biscuit does, or round. Left out, fluted. */
  readonly edge?: 'fluted' | 'round';
  /** The rim, and its darker edges. */
  readonly rim: string;
  readonly crust: string;
  /** Pegs, and the lines between faces. */
  readonly line: string;
  readonly pointer: string;
}

// Shares of the wheel's radius, from the edge inwards. Between the pointer's tip and the label, at 0.7, a face is flat colour.
const edge = 0.99;
const pegRing = 0.915;
const faceEdge = 0.85;
const labelRing = 0.54;
const hubEdge = 0.2;
const lobes = 48;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** A path in direction `angle` from the centre, as canvas coordinates. */
function at(angle: number, radius: number): [x: number, y: number] {
  return [Math.sin(radians(angle)) * radius, -Math.cos(radians(angle)) * radius];
}

function disc(
  context: CanvasRenderingContext2D,
  centre: readonly [number, number],
  radius: number,
): void {
  context.beginPath();
  context.arc(centre[0], centre[1], radius, 0, 2 * Math.PI);
}

function paintRim(context: CanvasRenderingContext2D, radius: number, trim: Trim): void {
  const baked = context.createRadialGradient(0, 0, faceEdge * radius, 0, 0, edge * radius);
  baked.addColorStop(0, trim.crust);
  baked.addColorStop(0.16, trim.rim);
  baked.addColorStop(0.62, trim.rim);
  baked.addColorStop(1, trim.crust);
  context.fillStyle = baked;
  if (trim.edge === 'round') disc(context, [0, 0], edge * radius);
  else flutes(context, radius);
  context.fill();
}

/** Half circles side by side around a disc. */
function flutes(context: CanvasRenderingContext2D, radius: number): void {
  const half = Math.sin(Math.PI / lobes);
  const ring = (edge * radius) / (1 + half);
  context.beginPath();
  for (let lobe = 0; lobe < lobes; lobe += 1) {
    const turn = (lobe / lobes) * 360;
    const [x, y] = at(turn, ring);
    context.arc(x, y, ring * half, radians(turn - 180), radians(turn));
  }
  context.closePath();
}

function paintSector(context: CanvasRenderingContext2D, radius: number, part: Arc<Segment>): void {
  const [start, end] = [radians(part.start - 90), radians(part.end - 90)];
  context.fillStyle = part.segment.colour;
  context.beginPath();
  context.moveTo(0, 0);
  context.arc(0, 0, faceEdge * radius, start, end);
  context.closePath();
  context.fill();
  // A fine line inside the face, as on a printed prize card.
  context.save();
  context.clip();
  context.globalAlpha = 0.3;
  context.strokeStyle = part.segment.ink;
  context.lineWidth = 0.01 * radius;
  context.beginPath();
  const inset = 0.05;
  const outer = faceEdge - inset;
  const lean = Math.asin(Math.min(1, inset / outer));
  const inner = inset / Math.sin(Math.min(Math.PI / 2, radians(part.end - part.start) / 2));
  const middle = (part.start + part.end) / 2;
  if (inner < outer) {
    context.moveTo(...at(middle, inner * radius));
    context.arc(0, 0, outer * radius, start + lean, end - lean);
    context.closePath();
    context.stroke();
  }
  context.restore();
}

function paintLabel(
  context: CanvasRenderingContext2D,
  radius: number,
  part: Arc<Segment>,
  family: string,
): void {
  const { label, angle, ink } = part.segment;
  const room = Math.min(angle - part.start, part.end - angle);
  const chord = 2 * labelRing * radius * Math.sin(radians(Math.min(90, room)));
  const full = 0.3 * radius;
  context.save();
  context.rotate(radians(angle));
  context.translate(0, -labelRing * radius);
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.font = `800 ${full}px ${family}`;
  const size = full * Math.min(1, (0.72 * chord) / context.measureText(label).width);
  context.font = `800 ${size}px ${family}`;
  const box = context.measureText(label);
  context.fillStyle = ink;
  context.fillText(label, 0, (box.actualBoundingBoxAscent - box.actualBoundingBoxDescent) / 2);
  context.restore();
}

/** Lines between the faces, a shadow where they sink under the rim, and pegs that divide each face evenly. */
function paintSeams(
  context: CanvasRenderingContext2D,
  radius: number,
  parts: readonly Arc<Segment>[],
  trim: Trim,
): void {
  const shade = context.createRadialGradient(0, 0, 0.82 * radius, 0, 0, faceEdge * radius);
  shade.addColorStop(0, 'rgb(0 0 0 / 0)');
  shade.addColorStop(1, 'rgb(0 0 0 / 0.2)');
  context.fillStyle = shade;
  disc(context, [0, 0], faceEdge * radius);
  context.fill();
  context.strokeStyle = trim.line;
  context.lineWidth = 0.018 * radius;
  context.stroke();
  for (const { start } of parts) {
    context.beginPath();
    context.moveTo(0, 0);
    context.lineTo(...at(start, faceEdge * radius));
    context.stroke();
  }
  for (const angle of pegAngles(parts))
    paintPeg(context, radius, at(angle, pegRing * radius), trim);
}

/** A round head in its hole, brightest in the middle: so it looks the same wherever it turns. */
function paintPeg(
  context: CanvasRenderingContext2D,
  radius: number,
  centre: [number, number],
  trim: Trim,
): void {
  context.fillStyle = trim.crust;
  disc(context, centre, 0.027 * radius);
  context.fill();
  const head = context.createRadialGradient(...centre, 0, ...centre, 0.021 * radius);
  head.addColorStop(0, '#fff');
  head.addColorStop(0.55, trim.line);
  head.addColorStop(1, trim.rim);
  context.fillStyle = head;
  disc(context, centre, 0.021 * radius);
  context.fill();
}

/** Where the page lays the campaign's emblem on. */
function paintHub(context: CanvasRenderingContext2D, radius: number, trim: Trim): void {
  for (const [share, colour] of [
    [hubEdge, trim.line],
    [0.186, trim.crust],
    [0.178, trim.rim],
  ] as const) {
    context.fillStyle = colour;
    disc(context, [0, 0], share * radius);
    context.fill();
  }
}

/** Draws the wheel at rest into a square of `size` CSS pixels; the context is already scaled to the screen. */
export function paintWheel(
  context: CanvasRenderingContext2D,
  size: number,
  faces: readonly Segment[],
  trim: Trim,
  family: string,
): void {
  const radius = size / 2;
  const parts = segmentArcs(faces);
  context.save();
  context.clearRect(0, 0, size, size);
  context.translate(radius, radius);
  paintRim(context, radius, trim);
  for (const part of parts) paintSector(context, radius, part);
  paintSeams(context, radius, parts, trim);
  for (const part of parts) paintLabel(context, radius, part, family);
  paintHub(context, radius, trim);
  context.restore();
}
