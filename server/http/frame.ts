// The frame of the pages that are no part of the app: the draw's, and those that say that something went wrong. They need
// no script, and one style sheet that has it all. Holds no sentence.
import type { FastifyInstance } from 'fastify';
import type { ServerCampaign } from '@inaam/campaigns/server-side.ts';
import { frameStyle } from './frame-style.ts';
import { escaped } from './html.ts';
import { marked, serveText } from './look.ts';
import { typefacesOf } from './typefaces.ts';

/** What is the same on every such page. */
export type FrameLook = {
  /** The brand's name in the header. */
  brand: string;
  /** Addresses of the emblem, of the style, and of the typeface that is asked for first. */
  icon: string;
  style: string;
  face: string | undefined;
  /** Colour of what the browser draws around the page. */
  ground: string;
};

/**
 * Serves the style.
 * @param site folder of the built site, which has the typefaces; undefined where there is none.
 */
export async function serveFrame(
  app: FastifyInstance,
  campaign: ServerCampaign,
  site: string | undefined,
): Promise<FrameLook> {
  const { rules, first: face } = await typefacesOf(site);
  const text = frameStyle(campaign, rules);
  const style = `/art/frame-${marked(text)}.css`;
  await serveText(app, style, 'text/css; charset=utf-8', text);
  const { art, theme } = campaign;
  return { brand: theme.logo, icon: art.emblem, style, face, ground: theme.colours.paper };
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
export function framed(look: FrameLook, page: Framed): string {
  const { brand, icon, style, face, ground } = look;
  const preload =
    face === undefined
      ? ''
      : `<link rel="preload" href="${face}" as="font" type="font/woff2" crossorigin>\n`;
  return `<!doctype html>
<html lang="${escaped(page.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="format-detection" content="telephone=no">
<title>${escaped(page.title)} · ${escaped(brand)}</title>
${preload}<link rel="stylesheet" href="${style}">
<link rel="icon" href="${icon}" type="image/svg+xml">
<meta name="theme-color" content="${ground}">
</head>
<body>
${page.over ?? ''}<header><span class="brand"><span class="seal" aria-hidden="true"></span>${escaped(brand)}</span>${page.beside ?? ''}</header>
<main>
${page.main}
</main>
</body>
</html>
`;
}
