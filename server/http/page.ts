// The site itself: one page for every route, with the campaign's public part in it, and the built files beside it.
// Serves nothing that the build did not make.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { ServerCampaign } from '@inaam/campaigns/server-side.ts';
import { languageOf } from './language.ts';

const marker = '<!--campaign-->';

export type PageOptions = {
  /** Folder of the built site. */
  site: string;
  campaign: ServerCampaign;
  /** More for the page, beside the public part of the campaign; the demo says so there that it is one. */
  extras: Readonly<Record<string, unknown>>;
};

/** Serves the built site; any address that is no file and no call is the page. */
export async function servePage(app: FastifyInstance, options: PageOptions): Promise<void> {
  const pages = await renderPages(options);
  await app.register(serveStatic, {
    root: path.join(options.site, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    decorateReply: false,
  });
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || /^\/(assets|demo|api)\//.test(request.url)) {
      return reply.code(404).type('text/plain; charset=utf-8').send('Not found\n');
    }
    return reply
      .code(200)
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language')
      .type('text/html; charset=utf-8')
      .send(pages.get(languageOf(request, options.campaign)));
  });
}

async function renderPages({ site, campaign, extras }: PageOptions): Promise<Map<string, string>> {
  const template = await readFile(path.join(site, 'index.html'), 'utf8');
  const [head, tail, ...more] = template.split(marker);
  if (head === undefined || tail === undefined || more.length > 0) {
    throw new Error(
      `Failed to read the built page: it must hold ${marker} once. Run \`npm run build\`.`,
    );
  }
  return new Map(
    campaign.languages.map((language) => {
      const part = JSON.stringify({ ...campaign.publicPart(language), ...extras });
      // A "<" inside the JSON could end the script element early; as an escape it is the same JSON.
      const json = part.replaceAll('<', String.raw`\u003c`);
      return [
        language,
        `${head}<script type="application/json" id="campaign">${json}</script>${tail}`,
      ];
    }),
  );
}
