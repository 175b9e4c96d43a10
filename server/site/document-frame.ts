// For the fair draw and the errors. Needs no script.
import type { FastifyInstance } from 'fastify';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { documentStyle } from './document-style.ts';
import { escapeHtml } from './escape-html.ts';
import { langAttributes } from './lang-attributes.ts';
import { contentHash, serveImmutable } from './immutable.ts';
import type { Template } from './template.ts';
import { fontsOf, preloadLinks } from './fonts.ts';
import { themeColourTags } from './theme-colour-tags.ts';

export type DocumentFrame = {
  brandIn: (language: string) => string;
  icon: string;
  style: string;
  /** For the letters of a heading. */
  preloadsFor: (heading: string) => string[];
  themeColours: string;
};

/** @param template undefined without a site */
export async function serveDocumentFrame(
  app: FastifyInstance,
  campaign: ServerCampaign,
  template: Pick<Template, 'text'> | undefined,
): Promise<DocumentFrame> {
  const { fontFaces, preloadsFor } = fontsOf(template?.text ?? '');
  const text = documentStyle(campaign, fontFaces);
  const style = `/art/frame-${contentHash(text)}.css`;
  await serveImmutable(app, style, 'text/css; charset=utf-8', text);
  const { art, theme } = campaign;
  return {
    brandIn: (language) => campaign.words(language).entry.brand,
    icon: art.emblem,
    style,
    preloadsFor,
    themeColours: themeColourTags(theme),
  };
}

type DocumentParts = {
  language: string;
  title: string;
  banner?: string;
  headerEnd?: string;
  main: string;
};

export function renderDocument(frame: DocumentFrame, page: DocumentParts): string {
  const { brandIn, icon, style, preloadsFor, themeColours } = frame;
  const brand = brandIn(page.language);
  return `<!doctype html>
<html ${langAttributes(page.language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="format-detection" content="telephone=no">
<title>${escapeHtml(page.title)} · ${escapeHtml(brand)}</title>
${preloadLinks(preloadsFor(page.title))}<link rel="stylesheet" href="${style}">
<link rel="icon" href="${icon}" type="image/svg+xml">
<meta name="color-scheme" content="light dark">
${themeColours}
</head>
<body>
${page.banner ?? ''}<header><span class="brand"><span class="emblem" aria-hidden="true"></span>${escapeHtml(brand)}</span>${page.headerEnd ?? ''}</header>
<main>
${page.main}
</main>
</body>
</html>
`;
}
