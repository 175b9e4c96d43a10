import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { acceptedEncoding, immutableCaching, serveImmutable } from './replies.ts';
import { InaamError } from '../../platform/errors.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';

const types = new Map([
  ['.css', 'text/css; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.woff2', 'font/woff2'],
]);
const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

/**
 * Adds one route per built file, so that nothing else in the folder can be requested. Files are
 * kept in memory, because reading one for each request takes twice as long as sending it.
 * @param site the folder of the built site
 */
export async function serveBuiltFiles(app: FastifyInstance, site: string): Promise<void> {
  const entries = await readdir(site, { recursive: true, withFileTypes: true });
  const files = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name)),
  );
  const served = [...files].filter((file) => isServed(path.relative(site, file)));
  await Promise.all(served.map((file) => serveFile(app, site, file, files)));
}

/** The page is rendered from `index.html`, and hidden files are for the server. */
function isServed(file: string): boolean {
  const isHidden = file.split(path.sep).some((part) => part.startsWith('.'));
  return (
    file !== 'index.html' && !isHidden && !encodings.some(({ ending }) => file.endsWith(ending))
  );
}

async function serveFile(
  app: FastifyInstance,
  site: string,
  file: string,
  files: ReadonlySet<string>,
): Promise<void> {
  const address = `/${path.relative(site, file).split(path.sep).join('/')}`;
  const plain = await readFile(file);
  const packed = await Promise.all(
    encodings
      .filter(({ ending }) => files.has(file + ending))
      .map(async ({ ending, name }) => ({ name, content: await readFile(file + ending) })),
  );
  const offered = packed.map(({ name }) => name);
  const type = types.get(path.extname(file)) ?? 'application/octet-stream';
  const caching = address.startsWith('/assets/') ? immutableCaching : 'public, max-age=3600';
  app.get(address, (request, reply) => {
    const encoding = acceptedEncoding(request.headers['accept-encoding'], offered);
    const best = packed.find(({ name }) => name === encoding);
    void reply.header('cache-control', caching).type(type);
    if (packed.length > 0) void reply.header('vary', 'accept-encoding');
    if (!best) return reply.send(plain);
    return reply.header('content-encoding', best.name).send(best.content);
  });
}

/** The site was not built, or was built by another version. `message` says what to do. */
export class SiteNotBuiltError extends InaamError {
  override name = 'SiteNotBuiltError';
}

/**
 * The address of a script of the current build. Scripts of earlier builds are beside it.
 * @param site undefined without a site
 */
export async function builtScript(
  site: string | undefined,
  name: string,
): Promise<string | undefined> {
  const manifest = site === undefined ? '' : path.join(site, '.build');
  const files = await readFile(manifest, 'utf8').catch(() => '');
  const found = files.split('\n').find((file) => file.startsWith(`assets/${name}-`));
  return found && `/${found}`;
}

export async function serveArtwork(app: FastifyInstance, campaign: ServerCampaign): Promise<void> {
  for (const [address, content] of campaign.media) {
    if (!app.hasRoute({ method: 'GET', url: address })) serveMedia(app, address, content);
  }
  await Promise.all(
    [...campaign.pictures].map(([address, svg]) =>
      serveImmutable(app, address, 'image/svg+xml', svg),
    ),
  );
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
};

/** In parts (RFC 9110, 14): Safari plays nothing else. */
function serveMedia(app: FastifyInstance, address: string, content: Buffer): void {
  app.get(address, ({ headers: { range } }, reply) => {
    void reply
      .header('cache-control', immutableCaching)
      .header('accept-ranges', 'bytes')
      .type(mediaTypes[path.extname(address)] ?? 'application/octet-stream');
    const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
    // Without a range, or with several of them, the whole is as good an answer.
    if (first === '' && last === '') return reply.send(content);
    const size = content.length;
    const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
    const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
    if (start > end) return reply.code(416).header('content-range', `bytes */${size}`).send();
    void reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
    return reply.send(content.subarray(start, end + 1));
  });
}
