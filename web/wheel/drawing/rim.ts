import type { Kit } from '@inaam/campaigns/public/kit.ts';
import { circle, segmentEdge, wheelEdge } from './canvas-size.ts';

export interface Trim {
  readonly rim: string;
  readonly crust: string;
  readonly line: string;
  readonly pointer: string;
}

export type WheelKit = Kit['wheel'];

export const plainWheelKit: WheelKit = { pointer: 'crest', reveal: 'flash' };

/** The edge of the campaign's image, if any, lies over it. */
export function paintRim(context: CanvasRenderingContext2D, radius: number, trim: Trim): void {
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
