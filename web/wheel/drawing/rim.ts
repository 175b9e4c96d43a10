// Rim styles of the wheel. In shares of the radius; the pegs' outer side is at 0.942.
import type { Kit, WheelRim } from '@inaam/campaigns/public/kit.ts';
import { circle, pointAt, radians, segmentEdge, wheelEdge as edge } from './canvas-size.ts';

export interface Trim {
  readonly rim: string;
  readonly crust: string;
  readonly line: string;
  readonly pointer: string;
}

export type Rim = WheelRim;
export type WheelKit = Kit['wheel'];

export const plainWheelKit: WheelKit = { rim: 'round', pointer: 'crest', reveal: 'flash' };

const fluteCount = 48;
const lobes = { count: 20, valley: 0.945, points: 14 };
const beads = { count: 44, ring: 0.962, radius: 0.0285 };

type Context = CanvasRenderingContext2D;

export function paintRim(context: Context, radius: number, trim: Trim, rim: Rim): void {
  const gradient = context.createRadialGradient(0, 0, segmentEdge * radius, 0, 0, edge * radius);
  gradient.addColorStop(0, trim.crust);
  gradient.addColorStop(0.16, trim.rim);
  gradient.addColorStop(0.62, trim.rim);
  gradient.addColorStop(1, trim.crust);
  context.fillStyle = gradient;
  outlines[rim](context, radius);
  context.fill();
  if (rim === 'beaded') paintBeads(context, radius, trim);
  if (rim === 'scalloped') paintGoldLine(context, radius, trim);
}

const outlines: Readonly<Record<Rim, (context: Context, radius: number) => void>> = {
  round: (context, radius) => circle(context, [0, 0], edge * radius),
  beaded: (context, radius) => circle(context, [0, 0], beads.ring * radius),
  fluted: (context, radius) => {
    const half = Math.sin(Math.PI / fluteCount);
    const ring = (edge * radius) / (1 + half);
    context.beginPath();
    for (let flute = 0; flute < fluteCount; flute += 1) {
      const angle = (flute / fluteCount) * 360;
      const [x, y] = pointAt(angle, ring);
      context.arc(x, y, ring * half, radians(angle - 180), radians(angle));
    }
    context.closePath();
  },
  scalloped: (context, radius) => lobed(context, radius, 0),
};

/** @param inset distance inside the edge, as a share of the radius */
function lobed(context: Context, radius: number, inset: number): void {
  const points = lobes.count * lobes.points;
  context.beginPath();
  for (let point = 0; point < points; point += 1) {
    const swell = Math.abs(Math.sin((Math.PI * point) / lobes.points)) ** 0.7;
    const share = lobes.valley + (edge - lobes.valley) * swell - inset;
    context.lineTo(...pointAt((360 * point) / points, share * radius));
  }
  context.closePath();
}

/** As on porcelain. */
function paintGoldLine(context: Context, radius: number, trim: Trim): void {
  context.strokeStyle = trim.line;
  context.lineWidth = 0.01 * radius;
  lobed(context, radius, 0.014);
  context.stroke();
}

function paintBeads(context: Context, radius: number, trim: Trim): void {
  for (let bead = 0; bead < beads.count; bead += 1) {
    const centre = pointAt((360 * bead) / beads.count, beads.ring * radius);
    context.fillStyle = trim.crust;
    circle(context, centre, beads.radius * radius);
    context.fill();
    const [x, y] = centre;
    const shine = context.createRadialGradient(x, y, 0, x, y, 0.024 * radius);
    shine.addColorStop(0, '#fff');
    shine.addColorStop(0.5, trim.line);
    shine.addColorStop(1, trim.rim);
    context.fillStyle = shine;
    circle(context, centre, 0.0245 * radius);
    context.fill();
  }
}
