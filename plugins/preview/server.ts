// The site's screens for a frame in the console: the built app with sample data, in the campaign's
// words, colours and fonts. The document cannot connect to anything and has no origin, so nothing
// in it can make a call, act as an operator, or reach a tag.
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { ConsoleContext, ConsoleContexts } from '@inaam/server/console/context.ts';
import { ConsoleRefusal, isSameOrigin } from '@inaam/server/console/refusal.ts';
import { enterCampaign } from '@inaam/server/console/sign-in/session.ts';
import { serveBuiltFiles } from '@inaam/server/http/page/built-files.ts';
import { campaignSheet, figuresRule, serveLanguageFonts } from '@inaam/server/http/page/fonts.ts';
import { pageData, renderPage } from '@inaam/server/http/page/page.ts';
import { readTemplate, sourceOf, type Template } from '@inaam/server/http/page/template.ts';
import { sendPlainText } from '@inaam/server/http/responses.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import path from 'node:path';
import type { ConsoleRoutes, ServerPlugin } from '../server-plugin.ts';
import { previewSchemes, type PreviewScheme } from './contract.ts';

export const preview = {
  routes: async (app, own) => {
    if (own.hasPage) await servePreview(app, path.join(import.meta.dirname, 'web/dist'), own);
  },
} satisfies ServerPlugin;

/**
 * @param site the folder of the built preview
 * @throws SiteNotBuiltError
 */
export async function servePreview(
  app: FastifyInstance,
  site: string,
  { contexts, campaignOf, samplesOf }: Pick<ConsoleRoutes, 'contexts' | 'campaignOf' | 'samplesOf'>,
): Promise<void> {
  await app.register(async (files) => {
    await servePreviewFiles(files, site);
    const previews = new Map<ConsoleContext, Preview>();
    for (const context of contexts) {
      const { campaign, origin } = context;
      previews.set(context, await createPreview(files, { site, campaign, origin, samplesOf }));
    }
    app.route<{
      Params: { language: string; scheme: string };
      Querystring: { draft?: string };
    }>({
      method: 'GET',
      url: '/preview/:language/:scheme',
      config: { call: 'preview' },
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        const context = await previewedContext(request, contexts);
        if (context instanceof ConsoleRefusal) {
          return sendPlainText(reply, context.status, context.message);
        }
        const { campaign } = context;
        const { draft } = request.query;
        const edited = draft === undefined ? undefined : campaignOf(draft);
        if (draft !== undefined && edited?.id !== campaign.id) {
          return sendPlainText(reply, 404, 'This preview is gone. Load the page again.');
        }
        const shown = edited ?? campaign;
        const language = shown.languages.find((one) => one === request.params.language);
        const scheme = previewSchemes.find((one) => one === request.params.scheme);
        const preview = previews.get(context);
        if (!preview || language === undefined || scheme === undefined) {
          return sendPlainText(reply, 404, 'There is no such preview.');
        }
        const lastDay = await context.readLastDay();
        const isMoved = lastDay !== undefined && lastDay !== shown.programme.to;
        const inForce = isMoved ? shown.withLastDay(lastDay) : shown;
        const { html, policy } = await preview(language, scheme, inForce);
        return reply
          .headers({ 'content-security-policy': policy, 'x-frame-options': 'SAMEORIGIN' })
          .type('text/html; charset=utf-8')
          .send(html);
      },
    });
  });
}

/** Only people who are signed in may see words that are not published yet. */
async function previewedContext(
  request: FastifyRequest,
  contexts: ConsoleContexts,
): Promise<ConsoleContext | ConsoleRefusal> {
  const [{ origin }] = contexts;
  if (!isSameOrigin(request.headers, origin)) {
    return new ConsoleRefusal('notAllowed', 'It is shown only on the page of the campaign.');
  }
  try {
    return (await enterCampaign(request, contexts, true)).context;
  } catch (error) {
    if (error instanceof ConsoleRefusal) return error;
    throw error;
  }
}

type Preview = (
  language: string,
  scheme: PreviewScheme,
  campaign: ServerCampaign,
) => Promise<{ html: string; policy: string }>;

type PreviewOptions = {
  /** The output folder of web/build/build-preview.ts. */
  site: string;
  campaign: ServerCampaign;
  /** The console's origin. No other site may frame the preview. */
  origin: string;
} & Pick<ConsoleRoutes, 'samplesOf'>;

/**
 * Serves the campaign's files besides those of `servePreviewFiles`, and renders the documents.
 * @param app serves only these files: everybody may load them
 */
async function createPreview(
  app: FastifyInstance,
  { site, campaign, origin, samplesOf }: PreviewOptions,
): Promise<Preview> {
  // By the theme, which a moved last day leaves as it is.
  const templates = new WeakMap<object, Promise<Record<PreviewScheme, Template>>>();
  const templatesOf = (of: ServerCampaign) => {
    const made = templates.get(of.theme) ?? makeTemplates(of, site);
    templates.set(of.theme, made);
    return made;
  };
  await templatesOf(campaign);
  const figures = await figuresRule(campaign, site);
  const fonts = await serveLanguageFonts(app, { folder: site, figures });
  return async (language, scheme, inForce) => {
    const template = (await templatesOf(inForce))[scheme];
    const parts = {
      template,
      campaign: inForce,
      fonts,
      extras: (of: string) => ({ tags: {}, samples: samplesOf(inForce, of) }),
    };
    const json = pageData(parts, language);
    const page = renderPage(parts, { language, json, paint: 'none', painted: '' });
    const html = withPictures(page, inForce);
    const rules = fonts.forLanguage(language)?.rules;
    return { html, policy: policyOf(origin, template, rules) };
  };
}

async function makeTemplates(
  campaign: ServerCampaign,
  site: string,
): Promise<Record<PreviewScheme, Template>> {
  const sheet = withPictures(await campaignSheet(campaign, site), campaign);
  return {
    light: await readTemplate(site, inScheme(sheet, 'light')),
    dark: await readTemplate(site, inScheme(sheet, 'dark')),
  };
}

/** A document without an origin can load only public files; these are the public site's. */
async function servePreviewFiles(app: FastifyInstance, site: string): Promise<void> {
  app.addHook('onSend', async (_request, reply) => {
    void reply.headers({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });
  await serveBuiltFiles(app, site);
}

/**
 * The pictures in place of their addresses: who may see the document sees them, and none of them is
 * a document of the console's origin.
 */
function withPictures(text: string, { pictures, media }: ServerCampaign): string {
  const drawn = [...pictures].reduce(
    (found, [address, svg]) => found.replaceAll(address, dataAddress('image/svg+xml', svg)),
    text,
  );
  return [...media].reduce(
    (found, [address, content]) =>
      address.endsWith('.avif')
        ? found.replaceAll(address, dataAddress('image/avif', content))
        : found,
    drawn,
  );
}

const dataAddress = (type: string, content: string | Buffer) =>
  `data:${type};base64,${Buffer.from(content).toString('base64')}`;

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
