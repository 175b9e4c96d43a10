import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieNameOf, cookieOptionsOf } from './session-cookie.ts';
import { signInFlowMs } from './sign-in-flow.ts';

const nameOf = (isSecure: boolean) => `${cookieNameOf(isSecure)}-flow`;

/**
 * SameSite=Strict here too: the navigation by which the company's provider sends the browser back
 * does not carry it, but fetches the page alone. The page then makes the call, from our own origin.
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
