import type { FastifyInstance, FastifyReply } from 'fastify';
import type { PublicCampaign, Localized } from '@inaam/campaigns/public/public-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { sendPlainText } from '../responses.ts';
import { escapeHtml, kitAttributes, langAttributes, themeColourTags } from './html.ts';
import {
  firstPaintFor,
  renderFirstPaints,
  type PaintName,
  markers,
  sourceOf,
  type Template,
} from './template.ts';
import { pageLanguageOf } from '../language.ts';
import { serveArtwork, serveBuiltFiles } from './built-files.ts';
import { compress, sendCompressed, type CompressedText, cacheByLanguage } from './replies.ts';
import { themeStylesheet } from '@inaam/campaigns/loader/theme/theme-stylesheet.ts';
import { type LanguageFonts, type ScriptFonts, preloadLinks, fontsOf } from './fonts.ts';

const paintMarker = '<!--first-paint-->';

export type PageOptions = {
  template: Template;
  campaign: ServerCampaign;
  fonts: LanguageFonts;
  extras: (language: string) => Readonly<Record<string, unknown>>;
  isOpen: () => boolean;
};

/** Every address that is neither a file nor a call answers with the page. */
export async function servePage(app: FastifyInstance, options: PageOptions): Promise<void> {
  const theme = themeStylesheet(options.campaign);
  const sheetNow = () =>
    options.template.sheet.replace(theme, () => themeStylesheet(options.campaign));
  const pagesIn = cacheByLanguage(
    (language) =>
      renderPages({ ...options, template: { ...options.template, sheet: sheetNow() } }, language),
    () => options.campaign.publicCampaign,
  );
  // Build errors show at the start. The other languages are rendered on demand.
  await pagesIn(options.campaign.languages[0] ?? 'en');
  await serveArtwork(app, options.campaign);
  serveWords(app, options);
  await serveBuiltFiles(app, options.template.site);
  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || /^\/(assets|art|words|demo|api|draw)\//.test(request.url)) {
      return sendPlainText(reply, 404, 'Not found');
    }
    const { contest } = options.campaign;
    const cookies = request.headers.cookie ?? '';
    const paint = firstPaintFor(request.url, { cookies, contest, isOpen: options.isOpen() });
    const language = pageLanguageOf(request, options.campaign);
    const { [paint]: page, sheet } = await pagesIn(language);
    const rules = options.fonts.forLanguage(language)?.rules;
    if (rules !== undefined) allowStyle(reply, rules);
    if (sheet !== options.template.sheet) allowStyle(reply, sheet);
    void reply
      .code(200)
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language, accept-encoding, cookie')
      .type('text/html; charset=utf-8');
    return sendCompressed(request, reply, page);
  });
}

/** That not every page has: the fonts of a language, and a sheet with corrected pictures. */
function allowStyle(reply: FastifyReply, rules: string): void {
  const name = 'content-security-policy';
  const policy = String(reply.getHeader(name));
  void reply.header(
    name,
    policy.replace("style-src 'self'", `style-src 'self' ${sourceOf(rules)}`),
  );
}

async function renderPages(
  options: PageOptions,
  language: string,
): Promise<Record<PaintName, CompressedText> & Pick<Template, 'sheet'>> {
  const { template } = options;
  const json = pageData(options, language);
  const paints = template.text.includes(paintMarker)
    ? await renderFirstPaints(template.site, json)
    : { home: '', notAllowed: '', none: '' };
  const page = (paint: PaintName): Promise<CompressedText> =>
    compress(renderPage(options, { language, json, paint, painted: paints[paint] }));
  const [home, notAllowed, none] = await Promise.all([
    page('home'),
    page('notAllowed'),
    page('none'),
  ]);
  return { home, notAllowed, none, sheet: template.sheet };
}

type PageParts = Pick<PageOptions, 'template' | 'campaign' | 'fonts' | 'extras'>;

/** @public The public part of the campaign, as the app reads it. */
export function pageData({ campaign, extras, fonts }: PageParts, language: string): string {
  const namesSheet = fonts.names === undefined ? {} : { namesSheet: fonts.names };
  const part = campaign.publicCampaign(language);
  return JSON.stringify({ ...part, ...namesSheet, ...extras(language) });
}

type Painted = { language: string; json: string; paint: PaintName; painted: string };

/** @public For plugins. */
export function renderPage(
  { template, campaign, fonts }: PageParts,
  { language, json, paint, painted }: Painted,
): string {
  const part = campaign.publicCampaign(language);
  return template.text
    .replace('<html lang="en">', `<html ${langAttributes(language)}>`)
    .replace(markers.scriptsNeeded, () => escapeHtml(part.words.entry.scriptsNeeded))
    .replace(markers.cannotStart, () => escapeHtml(part.words.entry.cannotStart))
    .replace(markers.pressWait, () => escapeHtml(part.words.loader.loading))
    .replace(markers.pressBusy, () => escapeHtml(part.words.loader.busy))
    .replace(markers.campaign, () =>
      headOf(part, { template, paint, own: fonts.forLanguage(language) }),
    )
    .replace(paintMarker, () => painted)
    .replace('<body>', `<body ${kitAttributes(part.theme)}>`)
    .replace('</body>', () => `${dataOf(json)}</body>`);
}

function headOf(
  part: PublicCampaign,
  { template, paint, own }: { template: Template; paint: PaintName; own: ScriptFonts | undefined },
): string {
  const icon = `<link rel="icon" href="${part.art.emblem}" type="image/svg+xml" />`;
  const colour = themeColourTags(part.theme);
  const { preloadsFor } = fontsOf(template.text + template.sheet + (own?.rules ?? ''));
  // Only HOME shows amounts, and browsers warn about an unused preload.
  const amounts = paint === 'home' ? Object.values(part.amounts).join('') : '';
  const preloads = preloadLinks(preloadsFor(part.words.home.headline + amounts));
  const ownRules = own ? `<style>${own.rules}</style>` : '';
  const assets = `${preloads}<style>${template.sheet}</style>${ownRules}${icon}${colour}`;
  return `${assets}<title>${escapeHtml(part.words.entry.pageTitle)}</title>`;
}

/** Placed after the first paint, because it is larger and only the app reads it. */
function dataOf(campaignText: string): string {
  // A "<" inside the JSON could end the script element early.
  const json = campaignText.replaceAll('<', String.raw`\u003c`);
  return `<script type="application/json" id="campaign">${json}</script>`;
}

/** Adds `GET /words/<language>.json`, which the app fetches when the language is changed. */
function serveWords(app: FastifyInstance, { campaign, fonts, extras }: PageOptions): void {
  const makeWords = (tag: string) => {
    const { language, direction, words, amounts } = campaign.publicCampaign(tag);
    const localized: Localized = { language, direction, words, amounts };
    const own = fonts.forLanguage(tag);
    const sheet = own ? { fontSheet: own.sheet } : {};
    return compress(JSON.stringify({ ...localized, ...sheet, ...extras(tag) }));
  };
  const wordsIn = cacheByLanguage(makeWords, () => campaign.publicCampaign);
  for (const tag of campaign.languages) {
    app.get(`/words/${tag}.json`, async (request, reply) => {
      const body = await wordsIn(tag);
      void reply
        .header('cache-control', 'no-cache')
        .header('vary', 'accept-encoding')
        .type('application/json; charset=utf-8');
      return sendCompressed(request, reply, body);
    });
  }
}
