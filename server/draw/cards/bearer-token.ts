import { constantTimeEqual } from '../../platform/constant-time-equal.ts';

/** The `authorization` header of a client that has the token. */
export const bearerToken = (token: Uint8Array): string =>
  `Bearer ${Buffer.from(token).toString('base64')}`;

export const isBearer = (header: string, token: Uint8Array): boolean =>
  constantTimeEqual(header, bearerToken(token));
