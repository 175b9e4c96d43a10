// HTML around the fair-draw page and the error pages. Needs no script.
import type { FastifyInstance } from 'fastify';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { documentStyle } from './document-style.ts';
import { escapeHtml } from './escape-html.ts';
import { kitAttributes } from './kit-attributes.ts';
import { langAttributes } from './lang-attributes.ts';
import { contentHash, serveImmutable } from './serve-immutable.ts';
import type { Template } from './template.ts';
import { fontsOf, preloadLinks } from './fonts.ts';
import type { LanguageFonts } from './language-fonts.ts';
import { themeColourTags } from './theme-colour-tags.ts';

export type DocumentFrame = {
  brandIn: (language: string) => string;
  icon: string;
  style: string;
  /** The rules of the fonts that every page has. */
  fontFaces: string;
  fonts: LanguageFonts;
  themeColours: string;
  /** Attributes of the body. */
  kitAttributes: string;
};

type Served = {
  campaign: ServerCampaign;
  /** Undefined without a built site. */
  template: Pick<Template, 'text' | 'sheet'> | undefined;
  fonts: LanguageFonts;
};

export async function serveDocumentFrame(
  app: FastifyInstance,
  { campaign, template, fonts }: Served,
): Promise<DocumentFrame> {
  const { fontFaces } = fontsOf(template === undefined ? '' : template.text + template.sheet);
  const text = documentStyle(campaign, fontFaces);
  const style = `/art/frame-${contentHash(text)}.css`;
  await serveImmutable(app, style, 'text/css; charset=utf-8', text);
  const { art, theme } = campaign;
  return {
    brandIn: (language) => campaign.words(language).entry.brand,
    icon: art.emblem,
    style,
    fontFaces,
    fonts,
    themeColours: themeColourTags(theme),
    kitAttributes: kitAttributes(theme),
  };
}

type DocumentParts = {
  language: string;
  title: string;
  banner?: string;
  headerEnd?: string;
  /** Whether the document names the languages, each in its own script. */
  hasLanguages?: boolean;
  main: string;
};

export function renderDocument(frame: DocumentFrame, page: DocumentParts): string {
  const { brandIn, icon, style, fontFaces, fonts, themeColours } = frame;
  const own = fonts.of(page.language);
  const faces = fontsOf(fontFaces + (own?.rules ?? '')).preloadsFor(page.title);
  const sheets = [style, own?.sheet, page.hasLanguages === true ? fonts.names : undefined]
    .filter((sheet) => sheet !== undefined)
    .map((sheet) => `<link rel="stylesheet" href="${sheet}">`);
  const brand = brandIn(page.language);
  return `<!doctype html>
<html ${langAttributes(page.language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="format-detection" content="telephone=no">
<title>${escapeHtml(page.title)} · ${escapeHtml(brand)}</title>
${preloadLinks(faces)}${sheets.join('')}
<link rel="icon" href="${icon}" type="image/svg+xml">
<meta name="color-scheme" content="light dark">
${themeColours}
</head>
<body ${frame.kitAttributes}>
${page.banner ?? ''}<header><span class="brand"><span class="emblem" aria-hidden="true"></span>${escapeHtml(brand)}</span>${page.headerEnd ?? ''}</header>
<main>
${page.main}
</main>
</body>
</html>
`;
}
