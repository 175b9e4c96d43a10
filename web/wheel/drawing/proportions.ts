// Of the wheel, in shares of its radius, and where a point of it is. Pure.

export const wheelEdge = 0.99;
export const pegRing = 0.915;
/** Tests read the colour at 0.7, where a segment is flat. */
export const segmentEdge = 0.85;
export const labelRing = 0.54;

export const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** @param angle degrees clockwise from 12 o'clock */
export function pointAt(angle: number, radius: number): [x: number, y: number] {
  return [Math.sin(radians(angle)) * radius, -Math.cos(radians(angle)) * radius];
}

export function circle(
  context: CanvasRenderingContext2D,
  centre: readonly [number, number],
  radius: number,
): void {
  context.beginPath();
  context.arc(centre[0], centre[1], radius, 0, 2 * Math.PI);
}
