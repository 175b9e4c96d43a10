// The Cloud API of WhatsApp, over HTTP. Nothing of a request is in a reason or an error.
import { exchange } from '@inaam/server/sms/gateway/http-provider.ts';
import { parseJson } from '@inaam/server/platform/format.ts';
import * as z from 'zod';
import type { Account } from '../settings.ts';
import type { Answered } from './cloud-answer.rules.ts';

/** Of the Graph API (guide.md). */
export const graphVersion = 'v24.0';

const answer = z.object({
  messages: z
    .array(z.object({ id: z.string().max(300) }))
    .optional()
    .catch(undefined),
  error: z
    .object({ code: z.int().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

export type Exchanged =
  | { kind: 'answered'; answered: Answered }
  /** It may have been accepted. */
  | { kind: 'broken'; reason: string }
  | { kind: 'neverSent'; reason: string };

type Template = { name: string; language: { code: string }; components: object[] };

/** @param to ten digits @param id comes back in each status, as `biz_opaque_callback_data` */
export async function sendTemplate(
  { token, phoneId, origin }: Account,
  { to, id, template }: { to: string; id: string; template: Template },
  signal: AbortSignal,
): Promise<Exchanged> {
  const body = {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: `91${to}`,
    type: 'template',
    template,
    biz_opaque_callback_data: id,
  };
  const request = {
    url: `${origin}/${graphVersion}/${phoneId}/messages`,
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const exchanged = await exchange(request, signal);
  if (exchanged.kind !== 'answered') return exchanged;
  const { status, header, text } = exchanged;
  const read = answer.safeParse(parseJson(text)).data;
  const seconds = Number(header('retry-after') ?? Number.NaN);
  return {
    kind: 'answered',
    answered: {
      status,
      wamid: read?.messages?.[0]?.id,
      code: read?.error?.code,
      retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : undefined,
    },
  };
}

const text = (value: string) => ({ type: 'text', text: value });
const body = (values: readonly string[]) => ({ type: 'body', parameters: values.map(text) });

/** The code stands in the text, and in the button that copies it or fills it in. */
export const codeComponents = (code: string): object[] => [
  body([code]),
  { type: 'button', sub_type: 'url', index: '0', parameters: [text(code)] },
];

export const voucherComponents = (values: readonly string[]): object[] => [body(values)];

// Questions about the account, for `doctor` and `launch`.

const lookMs = 10_000;

/** @returns what was read, or the code of the refusal */
async function look<Read>(
  { token, origin }: Account,
  path: string,
  schema: z.ZodType<Read>,
): Promise<{ read: Read } | { code: number | undefined; reason: string }> {
  const request = {
    url: `${origin}/${graphVersion}/${path}`,
    method: 'GET',
    headers: { authorization: `Bearer ${token}` },
    body: undefined,
  };
  const exchanged = await exchange(request, AbortSignal.timeout(lookMs));
  if (exchanged.kind !== 'answered') return { code: undefined, reason: exchanged.reason };
  const json = parseJson(exchanged.text);
  const parsed = exchanged.status === 200 ? schema.safeParse(json) : undefined;
  if (parsed?.success === true) return { read: parsed.data };
  const code = answer.safeParse(json).data?.error?.code;
  return { code, reason: `HTTP ${exchanged.status}` };
}

const phone = z.object({
  verified_name: z.string().optional(),
  quality_rating: z.string().optional(),
  messaging_limit_tier: z.string().optional(),
});

export const readPhone = (account: Account) =>
  look(
    account,
    `${account.phoneId}?fields=verified_name,quality_rating,messaging_limit_tier`,
    phone,
  );

const templates = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      language: z.string(),
      status: z.string(),
      category: z.string(),
      components: z.array(
        z.object({
          type: z.string(),
          text: z.string().optional(),
          buttons: z
            .array(z.object({ type: z.string(), otp_type: z.string().optional() }))
            .optional(),
        }),
      ),
    }),
  ),
});

export const readTemplates = (account: Account, name: string) =>
  look(
    account,
    `${account.accountId}/message_templates?name=${name}&fields=name,language,status,category,components&limit=100`,
    templates,
  );
