import type { FastifyReply, FastifyRequest } from 'fastify';

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
