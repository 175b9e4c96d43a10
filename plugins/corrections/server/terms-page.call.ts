// `/terms/`: the terms in force and every version before. Needs neither a session nor scripts.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formatDate } from '@inaam/campaigns/public/format-date.ts';
import type { DocumentWords } from '@inaam/campaigns/public/words.ts';
import { pageLanguageOf } from '@inaam/server/http/language.ts';
import { sendPlainText } from '@inaam/server/http/responses.ts';
import { bannerOf, languageMenu, renderDocument } from '@inaam/server/http/page/document-frame.ts';
import { escapeHtml, noBreakHtml } from '@inaam/server/http/page/html.ts';
import { indianDay } from '@inaam/server/platform/period.rules.ts';
import * as z from 'zod';
import type { SitePages } from '../../server-plugin.ts';
import { serveCorrectedFiles } from './corrected-files.ts';
import { recordDocuments } from './follow-corrections.ts';
import { readPublishedText, readVersions, type Version } from './published-documents.sql.ts';

const address = '/terms/';
const query = z.object({ language: z.string().optional() });
const stored = z
  .tuple([z.string()], z.tuple([z.string()], z.string()))
  .transform(([title, ...sections]) => ({
    title,
    sections: sections.map(([heading, ...paragraphs]) => ({ heading, paragraphs })),
  }));

export async function serveTermsPage(app: FastifyInstance, own: SitePages): Promise<void> {
  const { database, campaign, clocks } = own;
  recordDocuments(app, own);
  serveCorrectedFiles(app, own);
  const config = { call: 'terms' };
  const answer = async (request: FastifyRequest, reply: FastifyReply, hash?: string) => {
    const { data } = query.safeParse(request.query);
    const chosen = campaign.languages.find((one) => one === data?.language);
    const language = chosen ?? pageLanguageOf(request, campaign);
    void reply.header('cache-control', 'no-cache').header('vary', 'accept-language, cookie');
    const words = campaign.words(language);
    const text = hash
      ? await readPublishedText(database, campaign.id, { kind: 'terms', language, hash })
      : undefined;
    if (hash && text === undefined) return sendPlainText(reply, 404, words.messages.notFound);
    const all = await readVersions(database, campaign.id);
    const versions = all.filter((one) => one.kind === 'terms' && one.language === language);
    const terms = text === undefined ? words.terms : stored.parse(JSON.parse(text));
    const aheadMs = clocks.campaign() - clocks.wall();
    const body = termsPage(own, { language, terms, versions, hash, aheadMs });
    return reply.type('text/html; charset=utf-8').send(body);
  };
  app.get(address, { config }, (request, reply) => answer(request, reply));
  app.get<{ Params: { hash: string } }>(`${address}:hash`, { config }, (request, reply) =>
    answer(request, reply, request.params.hash),
  );
  app.get('/terms', { config }, (_request, reply) => reply.redirect(address));
}

type Shown = {
  language: string;
  terms: DocumentWords;
  versions: readonly Version[];
  /** Of an earlier version. */
  hash: string | undefined;
  /** The campaign's clock before the wall's: readers compare with its days. */
  aheadMs: number;
};

function termsPage({ campaign, extras, frame }: SitePages, shown: Shown): string {
  const { language, terms, versions, hash, aheadMs } = shown;
  const { languageNames } = campaign.publicCampaign(language);
  const dayOf = (at: number) => formatDate(indianDay(at + aheadMs), language);
  const daysOf = ({ from, until }: Version) =>
    `${dayOf(from)} – ${until === null ? '' : dayOf(until)}`.trim();
  const own = versions.filter((one) => one.hash === hash).map(daysOf);
  const links = versions.map((one) => {
    const to = one.until === null ? address : `${address}${one.hash}`;
    return `<li><a href="${to}?language=${language}">${escapeHtml(daysOf(one))}</a></li>`;
  });
  return renderDocument(frame, {
    language,
    title: terms.title,
    banner: bannerOf(extras(language)),
    headerEnd: languageMenu(languageNames, language, `${address}?`),
    hasLanguages: true,
    main: `<h1>${escapeHtml(terms.title)}</h1>
${own.map((days) => `<p><strong>${escapeHtml(days)}</strong></p>`).join('')}
${terms.sections.map(sectionOf).join('\n')}
<nav aria-label="${escapeHtml(terms.title)}"><ul class="files">${links.join('')}</ul></nav>`,
  });
}

const sectionOf = ({ heading, paragraphs }: DocumentWords['sections'][number]) =>
  `<section><h2>${escapeHtml(heading)}</h2>${paragraphs.map((text) => `<p>${noBreakHtml(text)}</p>`).join('')}</section>`;
