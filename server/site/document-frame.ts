// The frame of the pages that are no part of the app: the draw's, and those that say that something went wrong. They need
// no script, and one style sheet that has it all. Holds no sentence.
import type { FastifyInstance } from 'fastify';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { documentStyle } from './document-style.ts';
import { escapeHtml } from './escape-html.ts';
import { contentHash, serveImmutableText } from './artwork.ts';
import type { Template } from './template.ts';
import { preloadLinks, fontsOf } from './fonts.ts';

/** What is the same on every such page. */
export type DocumentFrame = {
  /** The brand's name in the header. */
  brand: string;
  /** Addresses of the emblem and of the style. */
  icon: string;
  style: string;
  /** Addresses of the typefaces that a heading is set in. */
  preloadsFor: (heading: string) => string[];
  /** Colour of what the browser draws around the page. */
  ground: string;
};

/**
 * Serves the style.
 * @param template the page of the built site, in which the typefaces stand; undefined where there is none.
 */
export async function serveDocumentFrame(
  app: FastifyInstance,
  campaign: ServerCampaign,
  template: Pick<Template, 'text'> | undefined,
): Promise<DocumentFrame> {
  const { rules, preloadsFor } = fontsOf(template?.text ?? '');
  const text = documentStyle(campaign, rules);
  const style = `/art/frame-${contentHash(text)}.css`;
  await serveImmutableText(app, style, 'text/css; charset=utf-8', text);
  const { art, theme } = campaign;
  return { brand: theme.logo, icon: art.emblem, style, preloadsFor, ground: theme.colours.paper };
}

type Framed = {
  language: string;
  title: string;
  /** HTML over the header, in its end, and below it. */
  over?: string;
  beside?: string;
  main: string;
};

/** A whole page. */
export function renderDocument(look: DocumentFrame, page: Framed): string {
  const { brand, icon, style, preloadsFor, ground } = look;
  return `<!doctype html>
<html lang="${escapeHtml(page.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="format-detection" content="telephone=no">
<title>${escapeHtml(page.title)} · ${escapeHtml(brand)}</title>
${preloadLinks(preloadsFor(page.title))}<link rel="stylesheet" href="${style}">
<link rel="icon" href="${icon}" type="image/svg+xml">
<meta name="theme-color" content="${ground}">
</head>
<body>
${page.over ?? ''}<header><span class="brand"><span class="seal" aria-hidden="true"></span>${escapeHtml(brand)}</span>${page.beside ?? ''}</header>
<main>
${page.main}
</main>
</body>
</html>
`;
}
