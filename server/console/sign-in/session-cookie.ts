import type { FastifyReply, FastifyRequest } from 'fastify';

/** With this prefix a browser takes it only over https, for this host alone and every path. */
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
