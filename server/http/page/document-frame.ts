// The HTML frame of the fair-draw page and the error pages. Needs no script.
import type { FastifyInstance } from 'fastify';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { escapeHtml, kitAttributes, langAttributes, noBreakHtml, themeColourTags } from './html.ts';
import { contentHash, serveImmutable } from './replies.ts';
import type { Template } from './template.ts';
import { fontsOf, preloadLinks, type LanguageFonts } from './fonts.ts';
import { themeStylesheet } from '@inaam/campaigns/loader/theme/theme-stylesheet.ts';
import type { MessageWords } from '@inaam/campaigns/public/words.ts';
import { pageLanguageOf } from '../language.ts';

export type DocumentFrame = Awaited<ReturnType<typeof serveDocumentFrame>>;

type Served = {
  campaign: ServerCampaign;
  template: Pick<Template, 'text' | 'sheet'> | undefined;
  fonts: LanguageFonts;
};

export async function serveDocumentFrame(
  app: FastifyInstance,
  { campaign, template, fonts }: Served,
) {
  const { fontFaces } = fontsOf(template === undefined ? '' : template.text + template.sheet);
  const styleNow = (): [address: string, text: string] => {
    const text = documentStyle(campaign, fontFaces);
    return [`/art/frame-${contentHash(text)}.css`, text];
  };
  const { art } = campaign;
  const [first, style] = styleNow();
  await serveImmutable(app, first, 'text/css; charset=utf-8', style);
  const styleAddress = () => (campaign.art === art ? first : styleNow()[0]);
  return { campaign, styleNow, styleAddress, fontFaces, fonts };
}

type DocumentParts = {
  language: string;
  title: string;
  banner?: string;
  headerEnd?: string;
  hasLanguages?: boolean;
  main: string;
};

/** Of the demonstration. @param extras of the page */
export const bannerOf = ({ notice }: Readonly<Record<string, unknown>>): string =>
  typeof notice === 'string' ? `<aside class="notice">${noBreakHtml(notice)}</aside>` : '';

/** As in the app's header. */
const languageIcon =
  '<svg viewBox="0 0 24 24" width="22" height="22" fill="none" stroke="currentColor" stroke-width="2.25" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M2.5 6h9M7 6V3.5M10 6c-.6 3.6-3.4 6.6-6.8 8M4.6 8.4c1 2.6 2.8 4.6 5.2 5.8M11.5 20.5L16.2 9.5l4.8 11M13.2 16.8h6.2"/></svg>';

/** @param address that takes `language=` at its end */
export function languageMenu(
  names: Readonly<Record<string, string>>,
  language: string,
  address: string,
): string {
  const links = Object.entries(names)
    .filter(([tag]) => tag !== language)
    .map(
      ([tag, name]) =>
        `<a href="${address}language=${tag}" lang="${tag}" hreflang="${tag}">${escapeHtml(name)}</a>`,
    );
  if (links.length === 0) return '';
  const own = `<summary lang="${language}">${languageIcon}${escapeHtml(names[language] ?? language)}</summary>`;
  return `<details class="languages">${own}<nav>${links.join('')}</nav></details>`;
}

export function renderDocument(frame: DocumentFrame, page: DocumentParts): string {
  const { campaign, styleAddress, fontFaces, fonts } = frame;
  const { art, theme } = campaign;
  const own = fonts.forLanguage(page.language);
  const faces = fontsOf(fontFaces + (own?.rules ?? '')).preloadsFor(page.title);
  const sheets = [styleAddress(), own?.sheet, page.hasLanguages === true ? fonts.names : undefined]
    .filter((sheet) => sheet !== undefined)
    .map((sheet) => `<link rel="stylesheet" href="${sheet}">`);
  const { brand } = campaign.words(page.language).entry;
  return `<!doctype html>
<html ${langAttributes(page.language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="format-detection" content="telephone=no">
<title>${escapeHtml(page.title)} · ${escapeHtml(brand)}</title>
${preloadLinks(faces)}${sheets.join('')}
<link rel="icon" href="${art.emblem}" type="image/svg+xml">
<meta name="color-scheme" content="light dark">
${themeColourTags(theme)}
</head>
<body ${kitAttributes(theme)}>
${page.banner ?? ''}<header><span class="brand"><span class="emblem" aria-hidden="true"></span>${escapeHtml(brand)}</span>${page.headerEnd ?? ''}</header>
<main>
${page.main}
</main>
</body>
</html>
`;
}

// A separate file, because the Content-Security-Policy allows no inline styles.

function documentStyle(
  campaign: Pick<ServerCampaign, 'theme' | 'art' | 'pictures'>,
  fontFaces: string,
) {
  return [themeStylesheet(campaign), fontFaces, rules].join('\n');
}

const rules = `:root {
  --display: 'Inaam Display', 'Inaam Display Stand-in', system-ui, sans-serif;
  background: var(--paper);
  color-scheme: light dark;
  font-family: 'Inaam Text', Roboto, -apple-system, 'Segoe UI', 'Noto Sans', system-ui, 'Inaam Display', sans-serif;
  line-height: 1.55;
  -webkit-text-size-adjust: 100%;
  text-size-adjust: 100%;
}
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; color: var(--ink); overflow-wrap: break-word; }
.notice { padding: 6px 16px; background: var(--bar); color: var(--bar-ink); font-size: 0.8125rem; text-align: center; text-wrap: balance; }
header, main { max-width: 46rem; margin-inline: auto; }
header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 4px 12px; padding: 8px 16px; }
.brand { display: flex; align-items: center; gap: 8px; color: var(--brand-text); font: 800 1.75rem/1 var(--display); }
.emblem { flex: none; width: 40px; height: 40px; background: var(--art-emblem) center / contain no-repeat; }
.languages { margin-inline-start: auto; font-weight: 700; }
.languages[open] { flex-basis: 100%; }
.languages summary { width: fit-content; margin-inline-start: auto; }
.languages nav { display: grid; grid-template-columns: repeat(auto-fill, minmax(8rem, 1fr)); gap: 8px; padding-block: 8px; }
.languages :is(summary, a) { display: flex; align-items: center; justify-content: center; gap: 6px; min-width: 48px; min-height: 44px; padding: 4px 14px; border: 2px solid var(--brand-line); border-radius: var(--round-button); color: var(--brand-text); font-family: 'Inaam Names', 'Inaam Text', system-ui, 'Noto Sans', sans-serif; text-decoration: none; cursor: pointer; }
@media (hover: hover) { .languages :is(summary, a):hover { background: color-mix(in srgb, currentcolor 12%, transparent); } }
main { padding: 8px 16px max(40px, env(safe-area-inset-bottom)); }
h1, h2 { margin: 0; color: var(--brand-text); font-family: var(--display); font-weight: 800; overflow-wrap: anywhere; text-wrap: balance; }
h1 { margin-block: 8px 10px; font-size: clamp(2rem, 8vw, 3rem); line-height: 1.08; letter-spacing: -0.015em; }
h2 { margin-bottom: 8px; font-size: 1.375rem; line-height: 1.2; }
:root:not(:lang(en)) :is(h1, h2) { line-height: 1.3; letter-spacing: 0; }
:root:not(:lang(en)) h1 { font-size: clamp(1.625rem, 7vw, 3rem); }
:is(h1, h2):lang(bn) { word-spacing: 0.12em; }
.no-break { white-space: nowrap; }
h1 + p { font-size: 1.0625rem; }
section { margin-block: 16px; padding: 18px 18px 20px; border: 1px solid var(--edge); border-radius: var(--round-card); background: var(--card); }
p { margin: 0 0 12px; text-wrap: pretty; }
section > :last-child { margin-bottom: 0; }
ul { margin: 0 0 12px; padding-inline-start: 1.25rem; }
li { padding-block: 3px; }
li::marker { color: var(--brand-text); }
.cards { display: flex; flex-wrap: wrap; gap: 8px; padding: 0; list-style: none; }
.cards li { padding: 8px 14px 6px; border: 2px dashed var(--brand-text); border-radius: var(--round-field); background: var(--field); color: var(--brand-text); font: 800 1.0625rem/1.3 var(--display); word-spacing: 0.1em; }
/* Each link is a touch target. */
.files { padding: 0; list-style: none; }
.files li { padding: 0; border-bottom: 1px solid var(--edge); }
.files a { display: flex; align-items: center; min-height: 48px; padding-block: 10px; }
a { color: var(--brand-text); text-underline-offset: 3px; }
:focus-visible { outline: 3px solid var(--brand-text); outline-offset: 2px; }
/* Groups of eight letters, to be compared by eye; copied as one word. */
code { display: block; max-width: calc(39ch + 32px); padding: 12px 14px 8px; border: 1px solid var(--edge); border-radius: var(--round-field); background: var(--field); font: 0.9375rem/1.5 ui-monospace, 'Roboto Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace; -webkit-user-select: all; user-select: all; }
code span { display: inline-block; margin-inline-end: 1.25ch; }
.error { display: grid; justify-items: center; gap: 20px; padding-block: 8vh; text-align: center; }
.error h1 { max-width: 22ch; margin: 0; line-height: 1.2; }
:root .error h1 { font-size: clamp(1.5rem, 5vw, 1.875rem); }
.mishap { overflow: hidden; width: min(80vw, 20rem); border-radius: var(--round-large); background: var(--brand) var(--art-pattern) 50% 0 / 64px; }
.mishap img { display: block; width: 100%; aspect-ratio: 400 / 232; object-fit: contain; object-position: center bottom; }
[hidden] { display: none !important; }
button { border: 0; cursor: pointer; }
[aria-disabled='true'] { opacity: 0.55; cursor: default; }
#check-here { margin-bottom: 18px; }
#check-here .again { font-family: inherit; }
progress { display: block; width: 100%; height: 14px; margin-block: 14px 0; accent-color: var(--brand-text); }
[role='status'] { margin-block: 14px; }
:is(.right, .wrong) { padding: 10px 14px; border-inline-start: 5px solid var(--brand-text); background: var(--field); font-weight: 700; }
.right::before { content: '\\2713\\a0'; }
.wrong { border-color: var(--fault); }
.wrong::before { content: '\\2717\\a0'; }
.again { display: inline-flex; align-items: center; min-height: 52px; padding: 4px 26px 2px; border-radius: var(--round-button); background: var(--action); color: var(--action-ink); font: 800 1.25rem/1.25 var(--display); text-decoration: none; }
[data-buttons='raised'] .again { box-shadow: 0 5px 0 var(--action-deep); }
[data-buttons='stitched'] .again:not(:focus) { outline: 2px dashed var(--action-ink); outline-offset: -6px; }
@media (min-width: 35rem) and (max-height: 34rem) {
  .error { grid-template-columns: auto 1fr; justify-items: start; align-content: center; gap: 14px 28px; padding-block: 2vh; text-align: start; }
  .error .mishap { grid-row: span 2; }
}
@media (min-width: 40rem) {
  header, main { padding-inline: 24px; }
  section { padding: 24px 28px 26px; }
}
`;

/** For clients that accept HTML. The status stays the same. */
export function showErrorPages(
  app: FastifyInstance,
  campaign: ServerCampaign,
  frame: DocumentFrame,
): void {
  const { images } = campaign;
  const image = images.mishap ?? images.hero;
  const source = image ? `<source type="image/avif" srcset="${image}">` : '';
  app.addHook('onSend', async (request, reply, payload) => {
    const isText = String(reply.getHeader('content-type')).startsWith('text/plain');
    if (reply.statusCode < 400 || !isText || typeof payload !== 'string') return payload;
    void reply
      .header('vary', 'accept, accept-language, cookie')
      .header('cache-control', 'no-cache');
    if (!request.headers.accept?.includes('text/html')) return payload;
    const language = pageLanguageOf(request, campaign);
    const { messages, errors } = campaign.words(language);
    const sentence = messages[reply.errorMessage ?? messageOf(reply.statusCode)];
    void reply.type('text/html; charset=utf-8').removeHeader('content-length');
    return renderDocument(frame, {
      language,
      title: sentence,
      main: `<div class="error"><picture class="mishap">${source}<img src="${campaign.art.hero}" alt=""></picture><h1>${escapeHtml(sentence)}</h1><a class="again" href="/">${escapeHtml(errors.startAgain)}</a></div>`,
    });
  });
}

function messageOf(status: number): keyof MessageWords {
  if (status === 404) return 'notFound';
  if (status === 503) return 'unavailable';
  return status >= 500 ? 'serverError' : 'wrongType';
}
