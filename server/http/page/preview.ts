// The site's screens for a frame in the console: the built app with sample data, in the campaign's
// words, colours and fonts. The document cannot connect to anything and has no origin, so nothing
// in it can make a call, act as an operator, or reach a tag.
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { PreviewScheme } from '@inaam/contract/console/preview.ts';
import type { FastifyInstance } from 'fastify';
import { serveArtwork, serveBuiltFiles } from './built-files.ts';
import { campaignSheet, figuresRule, serveLanguageFonts, type LanguageFonts } from './fonts.ts';
import { pageData, renderPage } from './page.ts';
import { readTemplate, sourceOf, type Template } from './template.ts';

type PreviewDocument = { html: string; policy: string };

export type Preview = (
  language: string,
  scheme: PreviewScheme,
  campaign: ServerCampaign,
) => PreviewDocument;

type PreviewOptions = {
  /** The output folder of web/build/build-preview.ts. */
  site: string;
  campaign: ServerCampaign;
  /** The console's origin. No other site may frame the preview. */
  origin: string;
};

/**
 * Serves the campaign's files besides those of `servePreviewFiles`, and renders the documents.
 * @param app serves only these files: everybody may load them
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
  const fonts = await serveArtAndFonts(app, site, campaign);
  return (language, scheme, inForce) => {
    const template = templates[scheme];
    const parts = { template, campaign: inForce, fonts, extras: () => ({ tags: {} }) };
    const json = pageData(parts, language);
    const html = renderPage(parts, { language, json, paint: 'none', painted: '' });
    const rules = fonts.forLanguage(language)?.rules;
    return { html, policy: policyOf(origin, template, rules) };
  };
}

/** A document without an origin can load only public files; these are the public site's. */
export async function servePreviewFiles(app: FastifyInstance, site: string): Promise<void> {
  app.addHook('onSend', async (_request, reply) => {
    void reply.headers({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });
  await serveBuiltFiles(app, site);
}

async function serveArtAndFonts(
  app: FastifyInstance,
  site: string,
  campaign: ServerCampaign,
): Promise<LanguageFonts> {
  await serveArtwork(app, campaign);
  const figures = await figuresRule(campaign, site);
  return serveLanguageFonts(app, { folder: site, figures });
}

/** Fixes the scheme. Normally one media query makes the theme follow the device. */
function inScheme(sheet: string, scheme: PreviewScheme): string {
  const query = scheme === 'dark' ? '@media all' : '@media not all';
  const chosen = `:root:root{color-scheme:${scheme}}`;
  return `${sheet.replaceAll('@media (prefers-color-scheme:dark)', query)}${chosen}`;
}

/** Spells the origin out, because browsers disagree on what 'self' means without an origin. */
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
    // The app handles its forms; `form-action` prevents them from being submitted.
    'sandbox allow-scripts allow-forms',
  ].join('; ');
}
