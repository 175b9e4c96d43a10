// The site itself: one page for every route, with the campaign's public part in it, and the built files beside it.
// Serves nothing that the build did not make.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import serveStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { ServerCampaign } from '@inaam/campaigns/server-side.ts';
import { plain } from './answer.ts';
import { escaped } from './html.ts';
import { languageOf } from './language.ts';

const markers = { campaign: '<!--campaign-->', scriptsNeeded: '<!--scripts-needed-->' } as const;
const yearSeconds = 31_536_000;

export type PageOptions = {
  /** Folder of the built site. */
  site: string;
  campaign: ServerCampaign;
  /** More for the page, beside the public part of the campaign; the demo says so there that it is one. */
  extras: Readonly<Record<string, unknown>>;
};

/** The site was not built, or not by this version's build; `message` says what to do. */
export class SiteUnbuilt extends Error {
  override name = 'SiteUnbuilt';
}

/**
 * Serves the built site; any address that is no file and no call is the page.
 * @throws SiteUnbuilt where there is none
 */
export async function servePage(app: FastifyInstance, options: PageOptions): Promise<void> {
  const pages = await renderPages(options);
  await app.register(serveStatic, {
    root: options.site,
    // One route per built file: nothing else of the folder can be asked for.
    wildcard: false,
    globIgnore: ['index.html', '**/*.br', '**/*.gz'],
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const isHashed = file.includes(`${path.sep}assets${path.sep}`);
      const caching = isHashed
        ? `public, max-age=${yearSeconds}, immutable`
        : 'public, max-age=3600';
      void reply.header('cache-control', caching);
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || /^\/(assets|demo|api|draw)\//.test(request.url)) {
      return plain(reply, 404, 'Not found');
    }
    const page = pages.get(languageOf(request, options.campaign));
    const isPacked = /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
    if (isPacked) void reply.header('content-encoding', 'br');
    return reply
      .code(200)
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language, accept-encoding')
      .type('text/html; charset=utf-8')
      .send(isPacked ? page?.packed : page?.plain);
  });
}

/** A page as HTML, and packed once for everybody: a sixth of the bytes for a slow network. */
type Page = { plain: string; packed: Buffer };

async function renderPages({ site, campaign, extras }: PageOptions): Promise<Map<string, Page>> {
  const template = await readFile(path.join(site, 'index.html'), 'utf8').catch(() => '');
  if (template === '') {
    throw new SiteUnbuilt(
      'The site is not built: web/dist/index.html is missing. Run `npm run build`.',
    );
  }
  for (const marker of Object.values(markers)) {
    if (template.split(marker).length !== 2) {
      throw new SiteUnbuilt(
        `The built page must hold ${marker} once: another version built it. Run \`npm run build\`.`,
      );
    }
  }
  return new Map(
    campaign.languages.map((language) => {
      const part = campaign.publicPart(language);
      // A "<" inside the JSON could end the script element early; as an escape it is the same JSON.
      const json = JSON.stringify({ ...part, ...extras }).replaceAll('<', String.raw`\u003c`);
      const head = `<title>${escaped(part.name)}</title><script type="application/json" id="campaign">${json}</script>`;
      const page = template
        .replace('<html lang="en">', `<html lang="${escaped(language)}">`)
        .replace(markers.scriptsNeeded, () => escaped(part.words.entry.scriptsNeeded))
        .replace(markers.campaign, () => head);
      return [language, { plain: page, packed: brotliCompressSync(page) }];
    }),
  );
}
