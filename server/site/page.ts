// The site itself: one page for every route, with the campaign's public part in it, and the built files beside it.
// Serves nothing that the build did not make.
import path from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { PublicCampaign } from '@inaam/campaigns/public/public-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { sendPlainText } from '../http/responses.ts';
import { escapeHtml } from './escape-html.ts';
import { firstPaintFor, renderFirstPaints, type PaintName } from './first-paint.ts';
import { pageLanguageOf } from '../http/language.ts';
import { serveArtwork } from './artwork.ts';
import { pack } from './compressed-reply.ts';
import { markers, type Template } from './template.ts';
import { preloadLinks, fontsOf } from './fonts.ts';
import { serveWords, type WordsOptions } from './words.ts';

/** A site without it has no first paint. */
const paintMarker = '<!--first-paint-->';
const yearSeconds = 31_536_000;

export type PageOptions = {
  template: Template;
  campaign: ServerCampaign;
  /** The demo says so there that it is one. */
  extras: WordsOptions['extras'];
  /** Whether the programme is on, at the moment. */
  isOpen: () => boolean;
};

/** Serves the built site; any address that is no file and no call is the page. */
export async function servePage(app: FastifyInstance, options: PageOptions): Promise<void> {
  const pages = await renderPages(options);
  await serveArtwork(app, options.campaign);
  await serveWords(app, options);
  await app.register(serveStatic, {
    root: options.template.site,
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
    if (!isPage || /^\/(assets|art|words|demo|api|draw)\//.test(request.url)) {
      return sendPlainText(reply, 404, 'Not found');
    }
    const { contest } = options.campaign;
    const cookies = request.headers.cookie ?? '';
    const paint = firstPaintFor(request.url, { cookies, contest, isOpen: options.isOpen() });
    const page = pages.get(pageLanguageOf(request, options.campaign))?.[paint];
    const isPacked = /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
    if (isPacked) void reply.header('content-encoding', 'br');
    return reply
      .code(200)
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language, accept-encoding, cookie')
      .type('text/html; charset=utf-8')
      .send(isPacked ? page?.packed : page?.plain);
  });
}

/** A page as HTML, and packed once for everybody: a sixth of the bytes for a slow network. */
type Page = { plain: string; packed: Buffer };

/** By language, and then by what stands in it first. */
async function renderPages(options: PageOptions): Promise<Map<string, Record<PaintName, Page>>> {
  const { campaign, extras, template } = options;
  const pages = campaign.languages.map(async (language) => {
    const part = campaign.publicCampaign(language);
    const json = JSON.stringify({ ...part, ...extras(language) });
    const paints = template.text.includes(paintMarker)
      ? await renderFirstPaints(template.site, json)
      : { home: '', notAllowed: '', none: '' };
    const page = async (paint: PaintName): Promise<Page> => {
      const plain = template.text
        .replace('<html lang="en">', `<html lang="${escapeHtml(language)}">`)
        .replace(markers.scriptsNeeded, () => escapeHtml(part.words.entry.scriptsNeeded))
        .replace(markers.campaign, () => headOf(part, json, template, paint))
        .replace(paintMarker, () => paints[paint]);
      return { plain, packed: await pack(plain) };
    };
    const [home, notAllowed, none] = await Promise.all([
      page('home'),
      page('notAllowed'),
      page('none'),
    ]);
    return [language, { home, notAllowed, none }] as const;
  });
  return new Map(await Promise.all(pages));
}

function headOf(
  part: PublicCampaign,
  campaignText: string,
  template: Template,
  paint: PaintName,
): string {
  const icon = `<link rel="icon" href="${part.art.emblem}" type="image/svg+xml" />`;
  const colour = `<meta name="theme-color" content="${part.theme.colours.paper}" />`;
  // The largest thing that HOME paints: asked for before the page is laid out.
  const hero =
    paint === 'home'
      ? `<link rel="preload" href="${part.art.hero}" as="image" type="image/svg+xml" fetchpriority="high" />`
      : '';
  const { preloadsFor } = fontsOf(template.text);
  // HOME's amount stands in its picture; elsewhere none is shown, and a browser complains of what was asked for in vain.
  const amounts = paint === 'home' ? Object.values(part.amounts).join('') : '';
  const faces = preloadsFor(part.words.home.headline + amounts);
  const look = `${hero}${preloadLinks(faces)}<style>${template.sheet}</style>${icon}${colour}`;
  // A "<" inside the JSON could end the script element early; as an escape it is the same JSON.
  const json = campaignText.replaceAll('<', String.raw`\u003c`);
  return `${look}<title>${escapeHtml(part.name)}</title><script type="application/json" id="campaign">${json}</script>`;
}
