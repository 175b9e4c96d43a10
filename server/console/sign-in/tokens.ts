import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const tokenBytes = 32;

export const invitationMs = 24 * 3_600_000;

export const newToken = (): string => randomBytes(tokenBytes).toString('base64url');

/** Whether `newToken` could have made it. */
export const isToken = (given: string): boolean => /^[\w-]{43}$/.test(given);

/** The stored form of a token or challenge. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** With this prefix a browser accepts it only over https, for this host and every path. */
const cookieNameOf = (isSecure: boolean) => (isSecure ? '__Host-inaam-console' : 'inaam-console');

const cookieOptionsOf = (isSecure: boolean) =>
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

// One sign-in at the company's provider, from its start to its return, in one browser.

/** @public A second factor takes longer than a passkey. */
export const signInFlowMs = 10 * 60_000;

const nameOf = (isSecure: boolean) => `${cookieNameOf(isSecure)}-flow`;

/**
 * SameSite=Strict works here too. The navigation back from the company's provider carries no
 * cookie, but it only fetches the page, which then makes the call from our own origin.
 */
export const flowOf = (request: FastifyRequest, isSecure: boolean): string | undefined =>
  request.cookies[nameOf(isSecure)];

export function setFlow(reply: FastifyReply, flow: string, isSecure: boolean): void {
  const maxAge = signInFlowMs / 1000;
  void reply.setCookie(nameOf(isSecure), flow, { ...cookieOptionsOf(isSecure), maxAge });
}

export function clearFlow(reply: FastifyReply, isSecure: boolean): void {
  void reply.clearCookie(nameOf(isSecure), cookieOptionsOf(isSecure));
}
