// The page of the link that winners share. Needs neither a session nor scripts.
import type { FastifyInstance } from 'fastify';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { heroSizes } from '@inaam/campaigns/schema/kit-schema.ts';
import { pageLanguageOf } from '@inaam/server/http/language.ts';
import { bannerOf, languageMenu, renderDocument } from '@inaam/server/http/page/document-frame.ts';
import { escapeHtml, noBreakHtml } from '@inaam/server/http/page/html.ts';
import { contentHash, serveImmutable } from '@inaam/server/http/page/replies.ts';
import type { SitePages } from '../../server-plugin.ts';
import { friendStyle } from './friend-style.ts';
import { friendVisits } from './friend-visits.sql.ts';
import { friendTitles } from './friend-words.ts';
import { isFriendsLink, isFriendsVisit } from './friend.rules.ts';

export async function serveFriendPage(app: FastifyInstance, own: SitePages): Promise<void> {
  const { campaign, clocks, database, isOpen } = own;
  if (campaign.friendPage === false) return;
  const style = `/art/friend-${contentHash(friendStyle)}.css`;
  await serveImmutable(app, style, 'text/css; charset=utf-8', friendStyle);
  const visits = friendVisits(database, campaign.id);
  app.addHook('onClose', () => visits.flush());
  app.addHook('preHandler', async (request, reply) => {
    const { url, method, headers } = request;
    if (!url.startsWith('/?')) return undefined;
    const values = new Map(new URLSearchParams(url.slice(2)));
    // Nothing of the page is true before the start, after the end or during a pause.
    if (!isFriendsLink(values) || !isOpen()) return undefined;
    const sent = campaign.languages.find((language) => language === values.get('language'));
    const language = sent ?? pageLanguageOf(request, campaign);
    const title = friendTitles[language];
    if (title === undefined) return undefined;
    if (isFriendsVisit(method, headers)) visits.note(clocks.wall());
    return reply
      .code(200)
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language, cookie')
      .type('text/html; charset=utf-8')
      .send(friendPage(own, language, title, style));
  });
}

function friendPage(
  { campaign, extras, frame }: SitePages,
  language: string,
  title: string,
  style: string,
): string {
  const { home, howTo } = campaign.words(language);
  const { languageNames } = campaign.publicCampaign(language);
  const titled = Object.entries(languageNames).filter(([tag]) => tag in friendTitles);
  const phone = escapeHtml(campaign.contacts.phone);
  // Its price, the dates, and where its code is.
  const steps = howTo.sections[0]?.paragraphs ?? [];
  return renderDocument(frame, {
    language,
    title,
    banner: bannerOf(extras(language)),
    headerEnd: languageMenu(Object.fromEntries(titled), language, '/?from=friend&amp;'),
    hasLanguages: true,
    main: `<link rel="stylesheet" href="${style}">
${pictureOf(campaign, language)}
<div class="text">
<h1>${escapeHtml(title)}</h1>
<p>${noBreakHtml(home.promise)}</p>
<ol>${steps.map((step) => `<li><span>${noBreakHtml(step)}</span></li>`).join('')}</ol>
<p class="trust">${escapeHtml(home.trust.promoter).replace(phone, `<span class="no-break">${phone}</span>`)}</p>
</div>`,
  });
}

function pictureOf(campaign: ServerCampaign, language: string): string {
  const { art, images, outcomes, theme } = campaign;
  const { width, height } = heroSizes[theme.kit.hero.layout];
  const { amounts } = campaign.publicCampaign(language);
  const highest = Math.max(...outcomes.map(({ amount }) => amount));
  // The picture has a place for it.
  const amount = theme.kit.hero.amount ? `<span>${escapeHtml(amounts[highest] ?? '')}</span>` : '';
  const image = images.hero ? `<source type="image/avif" srcset="${images.hero}">` : '';
  return `<div class="pack" aria-hidden="true"><picture>${image}<img src="${art.hero}" width="${width}" height="${height}" alt=""></picture>${amount}</div>`;
}
