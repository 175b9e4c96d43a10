// The Cloud API of WhatsApp on loopback, with its habits, and the web hook that it calls.
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { listenOnLoopback } from '@inaam/testing/server/delivery/faulty-gateway.ts';
import { graphVersion } from '../server/cloud-api.ts';

const template = z.object({
  name: z.string(),
  language: z.object({ code: z.string() }),
  components: z.array(
    z.object({
      type: z.string(),
      sub_type: z.string().optional(),
      index: z.string().optional(),
      parameters: z.array(z.object({ type: z.literal('text'), text: z.string() })),
    }),
  ),
});
const message = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.literal('individual'),
  to: z.string().regex(/^91\d{10}$/),
  type: z.literal('template'),
  template,
  biz_opaque_callback_data: z.string().max(512),
});

export type ReceivedMessage = z.infer<typeof message>;
type StatusName = 'sent' | 'delivered' | 'read' | 'failed';

/** What becomes of a message. */
export type Fate = {
  /** `lost`: it is accepted, and the connection breaks; `late`: answered after its statuses. */
  answer?: 'accepted' | 'late' | 'lost' | 'hangs' | { status: number; code?: number };
  retryAfter?: number;
  /** In this order, one call of the web hook each. */
  statuses?: readonly StatusName[];
  /** Of a failure. */
  code?: number;
};

const accepted: Fate = { answer: 'accepted', statuses: ['sent', 'delivered'] };

export const account = {
  phoneId: '105954558954427',
  accountId: '102290129340398',
  token: 'EAAJB-test-token',
  secret: 'app-secret-of-the-test',
  word: 'word-of-the-test',
};

export const variablesOf = (origin: string) => ({
  WHATSAPP_TOKEN: account.token,
  WHATSAPP_PHONE_ID: account.phoneId,
  WHATSAPP_ACCOUNT_ID: account.accountId,
  WHATSAPP_APP_SECRET: account.secret,
  WHATSAPP_VERIFY_TOKEN: account.word,
  WHATSAPP_ORIGIN: origin,
});

export const signed = (body: string, secret = account.secret) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** A call of the web hook, as it comes. */
export function statusBody(
  id: string,
  status: string,
  { code, phoneId = account.phoneId }: { code?: number | undefined; phoneId?: string } = {},
): string {
  const one = {
    id: `wamid.${Buffer.from(id).toString('base64')}`,
    status,
    timestamp: '1750857384',
    recipient_id: '919876543210',
    biz_opaque_callback_data: id,
    ...(code === undefined
      ? { pricing: { billable: true, pricing_model: 'PMP', category: 'authentication' } }
      : { errors: [{ code, title: 'Message undeliverable', error_data: { details: 'x' } }] }),
  };
  const metadata = { display_phone_number: '15556459128', phone_number_id: phoneId };
  const value = { messaging_product: 'whatsapp', metadata, statuses: [one] };
  return JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: account.accountId, changes: [{ value, field: 'messages' }] }],
  });
}

/** @param callHook called with the raw body and its signature */
export async function startFakeCloudApi(
  callHook: (body: string, signature: string) => Promise<unknown> = async () => undefined,
) {
  const received: ReceivedMessage[] = [];
  let fates: Fate[] = [accepted];
  let hook = callHook;
  const look: Record<string, { status: number; body: object }> = {};

  const sayStatuses = async ({ statuses = [], code }: Fate, id: string) => {
    for (const status of statuses) {
      const body = statusBody(id, status, status === 'failed' ? { code: code ?? 131026 } : {});
      await hook(body, signed(body));
    }
  };
  const answerMessage = async (request: IncomingMessage, response: ServerResponse) => {
    const one = message.parse(JSON.parse(await text(request)));
    received.push(one);
    const [fate = accepted] = fates;
    if (fates.length > 1) fates.shift();
    const { answer = 'accepted', retryAfter } = fate;
    const id = one.biz_opaque_callback_data;
    const accept = () => respond(response, 200, acceptedBody(one));
    if (answer === 'hangs') return;
    if (typeof answer === 'object') {
      await sayStatuses(fate, id);
      if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter));
      respond(response, answer.status, errorBody(answer.code));
      return;
    }
    if (answer === 'accepted') accept();
    await sayStatuses(fate, id);
    if (answer === 'late') accept();
    if (answer === 'lost') response.destroy();
  };
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    const { url = '', method, headers } = request;
    if (headers.authorization !== `Bearer ${account.token}`) {
      return respond(response, 401, errorBody(190));
    }
    if (method === 'POST' && url === `/${graphVersion}/${account.phoneId}/messages`) {
      return answerMessage(request, response);
    }
    const found = Object.entries(look).find(([part]) => url.startsWith(`/${graphVersion}/${part}`));
    return respond(response, found?.[1].status ?? 404, found?.[1].body ?? errorBody(100));
  };
  const server = createServer((request, response) => {
    void listener(request, response).catch(() => response.destroy());
  });
  const port = await listenOnLoopback(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    /** Gives these fates once each, then repeats the last one. */
    plan: (...next: readonly Fate[]) => {
      fates = next.length === 0 ? [accepted] : [...next];
    },
    callHook: (next: typeof callHook) => {
      hook = next;
    },
    /** What it answers to a question that begins so. */
    look: (part: string, body: object, status = 200) => {
      look[part] = { status, body };
    },
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

const acceptedBody = ({ to, biz_opaque_callback_data: id }: ReceivedMessage) => ({
  messaging_product: 'whatsapp',
  contacts: [{ input: to, wa_id: to }],
  messages: [{ id: `wamid.${Buffer.from(id).toString('base64')}` }],
});

const errorBody = (code = 1) => ({
  error: { message: `(#${code}) An error`, type: 'OAuthException', code, fbtrace_id: 'A' },
});

function respond(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
