// The site's screens for a frame of the console: the built app with sample data, in the campaign's
// own words, colours and fonts. Its document can connect to nothing and has no origin, so whatever
// runs in it can neither make a call, nor be an operator, nor reach a tag.
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { PreviewScheme } from '@inaam/contract/console/preview.ts';
import type { FastifyInstance } from 'fastify';
import { serveArtwork } from './artwork.ts';
import { campaignSheet } from './campaign-sheet.ts';
import { serveBuiltFiles } from './built-files.ts';
import { serveLanguageFonts, type LanguageFonts } from './language-fonts.ts';
import { pageData, renderPage } from './page.ts';
import { readTemplate, sourceOf, type Template } from './template.ts';

type PreviewDocument = { html: string; policy: string };

export type Preview = (
  language: string,
  scheme: PreviewScheme,
  campaign: ServerCampaign,
) => PreviewDocument;

type PreviewOptions = {
  /** The folder of web/build/build-preview.ts. */
  site: string;
  campaign: ServerCampaign;
  /** Of the console, which alone may show it. */
  origin: string;
};

/**
 * Serves what the documents load, and renders them.
 * @param app of these files alone: everybody may load them
 * @throws SiteNotBuiltError
 */
export async function createPreview(
  app: FastifyInstance,
  { site, campaign, origin }: PreviewOptions,
): Promise<Preview> {
  const sheet = await campaignSheet(campaign, site);
  const templates = {
    light: await readTemplate(site, inScheme(sheet, 'light')),
    dark: await readTemplate(site, inScheme(sheet, 'dark')),
  };
  const fonts = await serveFiles(app, site, campaign);
  return (language, scheme, inForce) => {
    const template = templates[scheme];
    const parts = { template, campaign: inForce, fonts, extras: () => ({ tags: {} }) };
    const json = pageData(parts, language);
    const html = renderPage(parts, { language, json, paint: 'none', painted: '' });
    const rules = fonts.of(language)?.rules;
    return { html, policy: policyOf(origin, template, rules) };
  };
}

/** A document without an origin gets files only where everybody may: they are the public site's. */
async function serveFiles(
  app: FastifyInstance,
  site: string,
  campaign: ServerCampaign,
): Promise<LanguageFonts> {
  app.addHook('onSend', async (_request, reply) => {
    void reply.headers({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });
  await serveBuiltFiles(app, site);
  await serveArtwork(app, campaign);
  return serveLanguageFonts(app, site);
}

/** The theme follows the device by one media query. */
function inScheme(sheet: string, scheme: PreviewScheme): string {
  const query = scheme === 'dark' ? '@media all' : '@media not all';
  const chosen = `:root:root{color-scheme:${scheme}}`;
  return `${sheet.replaceAll('@media (prefers-color-scheme:dark)', query)}${chosen}`;
}

/** The origin is spelled out: what 'self' is without an origin, browsers do not agree on. */
function policyOf(origin: string, { inline }: Template, rules: string | undefined): string {
  const styles = [...inline.styles, ...(rules === undefined ? [] : [sourceOf(rules)])];
  return [
    "default-src 'none'",
    `script-src ${[origin, ...inline.scripts].join(' ')}`,
    `style-src ${[origin, ...styles].join(' ')}`,
    `img-src ${origin} data:`,
    `font-src ${origin}`,
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${origin}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    // Its forms are handled by the app; `form-action` lets none of them be sent.
    'sandbox allow-scripts allow-forms',
  ].join('; ');
}
