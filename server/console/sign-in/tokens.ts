import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const tokenBytes = 32;

export const newToken = (): string => randomBytes(tokenBytes).toString('base64url');

/** Whether `newToken` could have made it. */
export const isToken = (given: string): boolean => /^[\w-]{43}$/.test(given);

/** The stored form of a token or challenge. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** With this prefix a browser accepts it only over https, for this host and every path. */
export const cookieNameOf = (isSecure: boolean) =>
  isSecure ? '__Host-inaam-console' : 'inaam-console';

export const cookieOptionsOf = (isSecure: boolean) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure }) as const;

export const tokenOf = (request: FastifyRequest, isSecure: boolean): string | undefined =>
  request.cookies[cookieNameOf(isSecure)];

/** Ends with the browser at the latest. */
export function setToken(reply: FastifyReply, token: string, isSecure: boolean): void {
  void reply.setCookie(cookieNameOf(isSecure), token, cookieOptionsOf(isSecure));
}

export function clearToken(reply: FastifyReply, isSecure: boolean): void {
  void reply.clearCookie(cookieNameOf(isSecure), cookieOptionsOf(isSecure));
}
