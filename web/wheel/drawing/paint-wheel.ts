// Evenly lit, because shading would turn with the wheel. The campaign's image adds it.
import type { Kit } from '@inaam/campaigns/public/kit.ts';
import { pegAngles, segmentArcs, type Arc } from '../motion/geometry.ts';
import {
  circle,
  labelRing,
  pegRing,
  pointAt,
  radians,
  segmentEdge,
  wheelEdge,
} from './canvas-size.ts';

export interface Segment {
  readonly id: string | number;
  readonly label: string;
  readonly angle: number;
  readonly colour: string;
  readonly ink: string;
}

export interface Trim {
  readonly rim: string;
  readonly crust: string;
  readonly line: string;
  readonly pointer: string;
}

export type WheelKit = Kit['wheel'];

export const plainWheelKit: WheelKit = { pointer: 'crest', reveal: 'flash' };

const hubEdge = 0.2;

/** The edge of the campaign's image, if any, lies over it. */
function paintRim(context: CanvasRenderingContext2D, radius: number, trim: Trim): void {
  const [inner, outer] = [segmentEdge * radius, wheelEdge * radius];
  const gradient = context.createRadialGradient(0, 0, inner, 0, 0, outer);
  gradient.addColorStop(0, trim.crust);
  gradient.addColorStop(0.16, trim.rim);
  gradient.addColorStop(0.62, trim.rim);
  gradient.addColorStop(1, trim.crust);
  context.fillStyle = gradient;
  circle(context, [0, 0], outer);
  context.fill();
}

function paintSegment(context: CanvasRenderingContext2D, radius: number, arc: Arc<Segment>): void {
  const [start, end] = [radians(arc.start - 90), radians(arc.end - 90)];
  context.fillStyle = arc.segment.colour;
  context.beginPath();
  context.moveTo(0, 0);
  context.arc(0, 0, segmentEdge * radius, start, end);
  context.closePath();
  context.fill();
  context.save();
  context.clip();
  context.globalAlpha = 0.3;
  context.strokeStyle = arc.segment.ink;
  context.lineWidth = 0.01 * radius;
  context.beginPath();
  const inset = 0.05;
  const outer = segmentEdge - inset;
  const lean = Math.asin(Math.min(1, inset / outer));
  const inner = inset / Math.sin(Math.min(Math.PI / 2, radians(arc.end - arc.start) / 2));
  const middle = (arc.start + arc.end) / 2;
  if (inner < outer) {
    context.moveTo(...pointAt(middle, inner * radius));
    context.arc(0, 0, outer * radius, start + lean, end - lean);
    context.closePath();
    context.stroke();
  }
  context.restore();
}

/** As painted, in shares of the radius: its size, and its baseline below its middle. */
export type LabelBox = { readonly size: number; readonly baseline: number };

function paintLabel(
  context: CanvasRenderingContext2D,
  radius: number,
  arc: Arc<Segment>,
  fontFamily: string,
): LabelBox {
  const { label, angle, ink } = arc.segment;
  const halfWidth = Math.min(angle - arc.start, arc.end - angle);
  const chord = 2 * labelRing * radius * Math.sin(radians(Math.min(90, halfWidth)));
  const full = 0.3 * radius;
  context.save();
  context.rotate(radians(angle));
  context.translate(0, -labelRing * radius);
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.font = `800 ${full}px ${fontFamily}`;
  const size = full * Math.min(1, (0.72 * chord) / context.measureText(label).width);
  context.font = `800 ${size}px ${fontFamily}`;
  const box = context.measureText(label);
  context.fillStyle = ink;
  const baseline = (box.actualBoundingBoxAscent - box.actualBoundingBoxDescent) / 2;
  context.fillText(label, 0, baseline);
  context.restore();
  return { size: size / radius, baseline: baseline / radius };
}

function paintBorders(
  context: CanvasRenderingContext2D,
  radius: number,
  arcs: readonly Arc<Segment>[],
  trim: Trim,
): void {
  const shade = context.createRadialGradient(0, 0, 0.82 * radius, 0, 0, segmentEdge * radius);
  shade.addColorStop(0, 'rgb(0 0 0 / 0)');
  shade.addColorStop(1, 'rgb(0 0 0 / 0.2)');
  context.fillStyle = shade;
  circle(context, [0, 0], segmentEdge * radius);
  context.fill();
  context.strokeStyle = trim.line;
  context.lineWidth = 0.018 * radius;
  context.stroke();
  for (const { start } of arcs) {
    context.beginPath();
    context.moveTo(0, 0);
    context.lineTo(...pointAt(start, segmentEdge * radius));
    context.stroke();
  }
  for (const angle of pegAngles(arcs))
    paintPeg(context, radius, pointAt(angle, pegRing * radius), trim);
}

function paintPeg(
  context: CanvasRenderingContext2D,
  radius: number,
  centre: [number, number],
  trim: Trim,
): void {
  context.fillStyle = trim.crust;
  circle(context, centre, 0.027 * radius);
  context.fill();
  const head = context.createRadialGradient(...centre, 0, ...centre, 0.021 * radius);
  head.addColorStop(0, '#fff');
  head.addColorStop(0.55, trim.line);
  head.addColorStop(1, trim.rim);
  context.fillStyle = head;
  circle(context, centre, 0.021 * radius);
  context.fill();
}

function paintHub(context: CanvasRenderingContext2D, radius: number, trim: Trim): void {
  for (const [share, colour] of [
    [hubEdge, trim.line],
    [0.186, trim.crust],
    [0.178, trim.rim],
  ] as const) {
    context.fillStyle = colour;
    circle(context, [0, 0], share * radius);
    context.fill();
  }
}

/** @returns the labels' boxes by segment id */
export function paintWheel(
  context: CanvasRenderingContext2D,
  size: number,
  segments: readonly Segment[],
  { trim, fontFamily }: { trim: Trim; fontFamily: string },
): Map<Segment['id'], LabelBox> {
  const radius = size / 2;
  const arcs = segmentArcs(segments);
  context.save();
  context.clearRect(0, 0, size, size);
  context.translate(radius, radius);
  paintRim(context, radius, trim);
  for (const arc of arcs) paintSegment(context, radius, arc);
  paintBorders(context, radius, arcs, trim);
  const labels = new Map(
    arcs.map((arc) => [arc.segment.id, paintLabel(context, radius, arc, fontFamily)]),
  );
  paintHub(context, radius, trim);
  context.restore();
  return labels;
}
