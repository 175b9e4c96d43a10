import { constantTimeEqual } from '../constant-time-equal.ts';

/** The header `authorization` of who holds the token. */
export const bearerOf = (token: Uint8Array): string =>
  `Bearer ${Buffer.from(token).toString('base64')}`;

export const isBearer = (header: string, token: Uint8Array): boolean =>
  constantTimeEqual(header, bearerOf(token));
