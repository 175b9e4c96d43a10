import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest, FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';

export type Encoding = 'br' | 'gzip';

const quality = /^(?:[^;]*;)*\s*q=(\d(?:\.\d{0,3})?)\s*$/i;

/**
 * The first of `offered` that the client accepts (RFC 9110, 12.5.3). `q=0` refuses an encoding, and
 * `*` stands for all that are not named.
 */
export function acceptedEncoding(
  header: string | undefined,
  offered: readonly Encoding[],
): Encoding | undefined {
  const takes = new Map(
    (header ?? '').split(',').map((part): [string, boolean] => {
      const [name = ''] = part.split(';');
      return [name.trim().toLowerCase(), Number(quality.exec(part)?.[1] ?? 1) > 0];
    }),
  );
  return offered.find((name) => takes.get(name) ?? takes.get('*') ?? false);
}

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

/**
 * Makes a value once per language, on demand; after a failure it tries again.
 * @param version results for another version are discarded
 */
export function cacheByLanguage<Made>(
  make: (language: string) => Promise<Made>,
  version: () => unknown = () => '',
): (language: string) => Promise<Made> {
  const made = new Map<string, Promise<Made>>();
  let madeOf = version();
  return async (language) => {
    if (madeOf !== version()) made.clear();
    madeOf = version();
    const known = made.get(language);
    if (known) return known;
    const fresh = make(language);
    made.set(language, fresh);
    try {
      return await fresh;
    } catch (error) {
      if (made.get(language) === fresh) made.delete(language);
      throw error;
    }
  };
}

const yearSeconds = 31_536_000;
export const immutableCaching = `public, max-age=${yearSeconds}, immutable`;

export function contentHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 10);
}

/** For addresses that contain the hash of their content: browsers cache the file permanently. */
export async function serveImmutable(
  app: FastifyInstance,
  address: string,
  type: string,
  text: string,
): Promise<void> {
  const body = await compress(text);
  // Of another campaign with the same content.
  if (app.hasRoute({ method: 'GET', url: address })) return;
  app.get(address, (request, reply) => {
    void reply
      .header('cache-control', immutableCaching)
      .header('vary', 'accept-encoding')
      .type(type);
    return sendCompressed(request, reply, body);
  });
}
