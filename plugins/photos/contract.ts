// A photo that becomes a picture of the site. Its body is the file, so it is not one of the calls.
import * as z from 'zod/mini';
import { photos } from './plugin.ts';

const whole = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max));
const share = z.number().check(z.minimum(0), z.maximum(1));

/** Proportions, width in pixels, and bytes that a picture of the site may have. */
const place = z.object({
  across: whole(1, 10_000),
  down: whole(1, 10_000),
  widthMin: whole(16, 2000),
  widthMax: whole(16, 2000),
  bytesMax: whole(1000, 200_000),
});

/** `x`, `y`: the middle of what is kept, as a share of the photo; `zoom` 1: as much as can be. */
const choice = z.object({ x: share, y: share, zoom: z.number().check(z.minimum(1), z.maximum(8)) });

type Size = { width: number; height: number };
export type Place = z.infer<typeof place>;
export type Choice = z.infer<typeof choice>;

export const photo = {
  address: '/api/campaign/photo',
  may: ['manager'],
  type: 'application/octet-stream',
  /** The `fields` as JSON, percent-encoded. A form of another site cannot send a header. */
  header: 'x-photo',
  fields: z.object({ place, choice }),
  /** Of an AVIF, without metadata. */
  answerType: 'image/avif',
  bytesMax: photos.uploadBytesMax,
  pixelsMax: 50_000_000,
  minutesMax: 5,
  accept: 'image/jpeg,image/png,image/webp,image/avif',
} as const;

const from = (all: number, part: number, middle: number) =>
  Math.max(0, Math.min(all - part, Math.round(all * middle - part / 2)));

/** The part of an upright photo that is kept, in whole pixels within it. */
export function partOf({ width, height }: Size, { across, down }: Place, chosen: Choice) {
  const scale = Math.min(width / across, height / down) / chosen.zoom;
  const kept = {
    width: Math.max(1, Math.min(width, Math.round(across * scale))),
    height: Math.max(1, Math.min(height, Math.round(down * scale))),
  };
  return {
    ...kept,
    left: from(width, kept.width, chosen.x),
    top: from(height, kept.height, chosen.y),
  };
}
