import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type CompressedText = { readonly text: string; readonly brotli: Buffer };

// Asynchronous: the largest text takes 100 ms, which would overload a starting server.
const brotliOf: (text: string) => Promise<Buffer> = promisify(brotliCompress);

export async function compress(text: string): Promise<CompressedText> {
  return { text, brotli: await brotliOf(text) };
}

/** The caller's `vary` header must contain accept-encoding. */
export function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  { text, brotli }: CompressedText,
): FastifyReply {
  const acceptsBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
  if (!acceptsBrotli) return reply.send(text);
  return reply.header('content-encoding', 'br').send(brotli);
}
