import { createHash, timingSafeEqual } from 'node:crypto';

/** Takes the same time wherever and however the texts differ, because their hashes are compared. */
export const constantTimeEqual = (left: string, right: string): boolean =>
  timingSafeEqual(digest(left), digest(right));

const digest = (text: string) => createHash('sha256').update(text).digest();
