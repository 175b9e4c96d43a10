import { createHash, randomBytes } from 'node:crypto';

const tokenBytes = 32;

export const newToken = (): string => randomBytes(tokenBytes).toString('base64url');

/** What is stored of a token or a challenge. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
