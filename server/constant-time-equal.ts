import { createHash, timingSafeEqual } from 'node:crypto';

/** In the same time wherever they differ, and whatever their lengths: hashes are compared. */
export const constantTimeEqual = (left: string, right: string): boolean =>
  timingSafeEqual(digest(left), digest(right));

const digest = (text: string) => createHash('sha256').update(text).digest();
