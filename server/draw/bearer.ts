import { createHash, timingSafeEqual } from 'node:crypto';

/** The header `authorization` of who holds the token. */
export const bearerOf = (token: Uint8Array): string =>
  `Bearer ${Buffer.from(token).toString('base64')}`;

/** In constant time: hashes are compared. */
export const isBearer = (header: string, token: Uint8Array): boolean =>
  timingSafeEqual(digest(header), digest(bearerOf(token)));

const digest = (value: string) => createHash('sha256').update(value).digest();
