import { createHash, randomBytes } from 'node:crypto';

const tokenBytes = 32;

export const newToken = (): string => randomBytes(tokenBytes).toString('base64url');

/** Whether it could be one that `newToken` has made. */
export const isToken = (given: string): boolean => /^[\w-]{43}$/.test(given);

/** What is stored of a token or a challenge. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
