import { createHash } from 'node:crypto';
import { drawSecretOf, type DrawParts } from '@inaam/server/draw/commitment.rules.ts';

/** Two parts of this 32-byte secret, always the same. */
export function drawPartsOf(secret: Uint8Array): DrawParts {
  const one = new Uint8Array(createHash('sha256').update('part one').update(secret).digest());
  // With one part, the other follows from the secret.
  return [one, drawSecretOf([secret, one])];
}

/** As environment variables of `draw` and of the operator's commands. */
export function drawVariables(secret: Uint8Array) {
  const [one, two] = drawPartsOf(secret).map((part) => Buffer.from(part).toString('base64'));
  return { DRAW_PART_ONE: one ?? '', DRAW_PART_TWO: two ?? '' };
}
