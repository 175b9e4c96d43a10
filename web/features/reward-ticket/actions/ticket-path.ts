// The outline of the ticket in the picture of the voucher, as ticket-shapes.css has it on the page.
import type { Kit } from '@inaam/campaigns/public/kit.ts';

type Box = { x: number; y: number; width: number; height: number };
type Place = readonly [x: number, y: number];

/** To be filled with the rule `evenodd`. */
export function ticketPath(shape: Kit['ticket']['shape'], box: Box): Path2D {
  return outlines[shape](box);
}

const outlines: Readonly<Record<Kit['ticket']['shape'], (box: Box) => Path2D>> = {
  perforated: (box) => perforated(box, { radius: 22, count: 9 }),
  label: ({ x, y, width, height }) => {
    const cut = 110;
    const path = polygon([
      [x + cut, y],
      [x + width - cut, y],
      [x + width, y + cut],
      [x + width, y + height],
      [x, y + height],
      [x, y + cut],
    ]);
    path.moveTo(x + width / 2 + 24, y + 52);
    path.arc(x + width / 2, y + 52, 24, 0, 2 * Math.PI);
    return path;
  },
  scalloped: ({ x, y, width, height }) => {
    const radius = height / 30;
    const path = new Path2D();
    path.moveTo(x + radius, y);
    path.lineTo(x + width - radius, y);
    for (let lobe = 0; lobe < 15; lobe += 1) {
      path.arc(x + width - radius, y + radius * (2 * lobe + 1), radius, -Math.PI / 2, Math.PI / 2);
    }
    for (let lobe = 14; lobe >= 0; lobe -= 1) {
      path.arc(x + radius, y + radius * (2 * lobe + 1), radius, Math.PI / 2, -Math.PI / 2);
    }
    path.closePath();
    return path;
  },
  torn: ({ x, y, width, height }) => {
    const step = width / (tears.length - 1);
    const above = tears.map((tear, at): Place => [x + at * step, y + tear]);
    const below = tears.map((tear, at): Place => [x + width - at * step, y + height - tear]);
    return polygon([...above, ...below]);
  },
};

/** How far the paper is torn in, from side to side. */
const tears = [14, 2, 10, 24, 6, 16, 0, 22, 10, 18, 4, 26, 12, 2, 20, 8, 24, 4, 14, 0, 18, 10];

/** Half holes along both sides, as a ticket is torn off: nothing outside of them is filled. */
function perforated(
  { x, y, width, height }: Box,
  { radius, count }: { radius: number; count: number },
): Path2D {
  const path = new Path2D();
  const middles = Array.from({ length: count }, (_, index) => y + (height / count) * (index + 0.5));
  path.moveTo(x, y);
  path.lineTo(x + width, y);
  for (const at of middles) path.arc(x + width, at, radius, -Math.PI / 2, Math.PI / 2, true);
  path.lineTo(x + width, y + height);
  path.lineTo(x, y + height);
  for (const at of middles.toReversed()) path.arc(x, at, radius, Math.PI / 2, -Math.PI / 2, true);
  path.closePath();
  return path;
}

function polygon(places: readonly Place[]): Path2D {
  const path = new Path2D();
  for (const [x, y] of places) path.lineTo(x, y);
  path.closePath();
  return path;
}
