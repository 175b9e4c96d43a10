import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from './accepted-encoding.ts';

export type CompressedText = { readonly text: string; readonly brotli: Buffer };

// Asynchronous, because the largest text takes 100 ms, which would block a starting server.
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
  const encoding = acceptedEncoding(request.headers['accept-encoding'], ['br']);
  if (encoding === undefined) return reply.send(text);
  return reply.header('content-encoding', encoding).send(brotli);
}
