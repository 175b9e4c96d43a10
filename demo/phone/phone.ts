// The demonstration's phone: a number's SMS from the mailbox, as JSON and as a page that looks like
// a phone.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { mobileError } from '@inaam/contract/fields.ts';
import { escapeHtml } from '@inaam/server/http/page/html.ts';
import { campaignSheet, fontsOf } from '@inaam/server/http/page/fonts.ts';
import { sealContexts } from '@inaam/server/platform/seal.ts';
import type { AllKeys } from '@inaam/server/platform/keys.ts';
import type { Database } from '@inaam/server/database/database.ts';
import { readMail } from '@inaam/server/messages/mailbox.sql.ts';

export type PhoneOptions = {
  database: Database;
  campaign: Pick<ServerCampaign, 'id' | 'name' | 'words' | 'sms' | 'theme' | 'art' | 'pictures'>;
  keys: Pick<AllKeys, 'open' | 'mobileIndex' | 'vouchers'>;
  /** Messages show dates of the campaign's clock, like the page and the vouchers. */
  campaignOffsetMs: number;
  /** Folder of the built site, for its fonts. */
  site: string | undefined;
};

/** One message on the phone; `at` is an ISO time of the campaign's clock. */
type PhoneMessage = { to: string; text: string; at: string };

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'none'",
].join('; ');

const asked = z.object({ to: z.string().optional() });

/**
 * Adds `GET /demo/phone` with its two files, and `GET /demo/messages?to=<10 digits>`: newest first,
 * `[{to, text, at}]`, or 400 with `{error}`. The page asks by POST, so that no number is in a URL.
 */
export async function demoPhone(app: FastifyInstance, options: PhoneOptions): Promise<void> {
  const [page, style, thread, script] = await Promise.all(
    ['phone.html', 'phone.css', 'phone-thread.css', 'phone.js'].map((name) =>
      readFile(new URL(name, import.meta.url), 'utf8'),
    ),
  );
  const html = filled(page ?? '', options);
  const { fontFaces } = fontsOf(await pageOf(options.site));
  const sheet = await campaignSheet(options.campaign, options.site);
  const styles = [sheet, fontFaces, style, thread].join('\n');
  app.get('/demo/phone', (_request, reply) => send(reply, 'text/html', html));
  app.get('/demo/phone.css', (_request, reply) => send(reply, 'text/css', styles));
  app.get('/demo/phone.js', (_request, reply) => send(reply, 'text/javascript', script ?? ''));

  const read = readMail(options.database, options.campaign.id);
  const messages = async (given: unknown, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store');
    const parsed = asked.safeParse(given);
    const to = parsed.success ? (parsed.data.to ?? '') : '';
    const fault = mobileError(to);
    if (fault !== undefined) return reply.code(400).send({ error: sentences[fault] });
    const mails = await read.one(options.keys.mobileIndex(to));
    return mails.map(({ messageId, mobileSealed, textSealed, at }): PhoneMessage => ({
      to: options.keys.open(mobileSealed, sealContexts.mailboxMobile(messageId)),
      text: options.keys.vouchers.open(textSealed, sealContexts.mailboxText(messageId)),
      at: new Date(at + options.campaignOffsetMs).toISOString(),
    }));
  };
  app.get('/demo/messages', (request, reply) => messages(request.query, reply));
  app.post('/demo/messages', (request, reply) => messages(request.body, reply));
}

async function pageOf(site: string | undefined): Promise<string> {
  return site === undefined ? '' : readFile(path.join(site, 'index.html'), 'utf8');
}

const sentences = {
  required: 'Give the number: /demo/messages?to= and a mobile number of 10 digits.',
  invalid: 'This is not an Indian mobile number. Enter 10 digits, the first of them 5 to 9.',
};

export function send(reply: FastifyReply, type: string, body: string) {
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type(`${type}; charset=utf-8`)
    .send(body);
}

function filled(page: string, { campaign }: PhoneOptions): string {
  // Always English, like the SMS.
  const words = campaign.words('en').demo;
  const values: Record<string, string> = {
    icon: campaign.art.emblem,
    title: words.phoneTitle,
    empty: words.phoneEmpty,
    campaign: campaign.name,
    sender: campaign.sms.otp.dlt.headerId,
  };
  return page.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    escapeHtml(values[name] ?? whole),
  );
}
