import type { FastifyReply, FastifyRequest } from 'fastify';
import { signInFlowMs } from './sign-in-flow.ts';

/** With this prefix a browser takes it only over https, for this host alone and every path. */
const nameOf = (isSecure: boolean) => (isSecure ? '__Host-inaam-console' : 'inaam-console');

const optionsOf = (isSecure: boolean) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure }) as const;

export const tokenOf = (request: FastifyRequest, isSecure: boolean): string | undefined =>
  request.cookies[nameOf(isSecure)];

/** Ends with the browser at the latest. */
export function setToken(reply: FastifyReply, token: string, isSecure: boolean): void {
  void reply.setCookie(nameOf(isSecure), token, optionsOf(isSecure));
}

export function clearToken(reply: FastifyReply, isSecure: boolean): void {
  void reply.clearCookie(nameOf(isSecure), optionsOf(isSecure));
}

const flowNameOf = (isSecure: boolean) => `${nameOf(isSecure)}-flow`;

/**
 * SameSite=Strict here too: the navigation by which the company's provider sends the browser back
 * does not carry it, but fetches the page alone. The page then makes the call, from our own origin.
 */
export const flowOf = (request: FastifyRequest, isSecure: boolean): string | undefined =>
  request.cookies[flowNameOf(isSecure)];

export function setFlow(reply: FastifyReply, flow: string, isSecure: boolean): void {
  const maxAge = signInFlowMs / 1000;
  void reply.setCookie(flowNameOf(isSecure), flow, { ...optionsOf(isSecure), maxAge });
}

export function clearFlow(reply: FastifyReply, isSecure: boolean): void {
  void reply.clearCookie(flowNameOf(isSecure), optionsOf(isSecure));
}
