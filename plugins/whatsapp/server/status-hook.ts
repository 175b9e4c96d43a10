// The web hook of WhatsApp in `serve`: it stores what is signed, and asks nobody anything.
import { parseJson } from '@inaam/server/platform/format.ts';
import { constantTimeEqual } from '@inaam/server/platform/keys.ts';
import { sendPlainText } from '@inaam/server/http/responses.ts';
import { settingsOf, type Variables } from '@inaam/server/operator/settings/read-settings.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createHmac } from 'node:crypto';
import type { SitePages } from '../../server-plugin.ts';
import { storeStatuses } from './sends.sql.ts';
import { statusesIn } from './statuses.rules.ts';

export const hookPath = '/whatsapp/status';

/** WhatsApp gathers the states of many messages. */
const bodyBytesMax = 1_048_576;

type Own = Pick<SitePages, 'database' | 'campaign' | 'clocks'>;

/** @param given settings of `serve`, in tests */
export async function receiveStatuses(
  app: FastifyInstance,
  own: Own,
  given?: Variables,
): Promise<void> {
  const { database, campaign, clocks } = own;
  if (!campaign.whatsapp) return;
  const variables = given ?? settingsOf('serve');
  const secret = variables['WHATSAPP_APP_SECRET'] ?? '';
  const word = variables['WHATSAPP_VERIFY_TOKEN'] ?? '';
  const phoneId = variables['WHATSAPP_PHONE_ID'] ?? '';
  if (secret === '' || word === '' || phoneId === '') return;
  const store = storeStatuses(database, campaign.id);
  await app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    routes.get(hookPath, { exposeHeadRoute: false }, (request, reply) => {
      const challenge = challengeOf(request, word);
      return challenge === undefined
        ? sendPlainText(reply, 403, 'Not allowed.')
        : reply.code(200).type('text/plain; charset=utf-8').send(challenge);
    });
    routes.post(hookPath, {
      bodyLimit: bodyBytesMax,
      config: { call: 'smsReceipt' },
      onRequest: async (request, reply) => {
        // Nobody's body is read without the form of a signature.
        if (signatureOf(request) === undefined) return sendPlainText(reply, 401, 'Not allowed.');
        request.headers = { 'content-type': 'text/plain' };
        return undefined;
      },
      handler: async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const signed = createHmac('sha256', secret).update(body).digest('hex');
        if (!constantTimeEqual(signatureOf(request) ?? '', signed)) {
          return sendPlainText(reply, 401, 'Not allowed.');
        }
        const at = clocks.wall();
        const found = statusesIn(parseJson(body.toString('utf8')), phoneId);
        if (found.length > 0) await store(found.map((one) => ({ ...one, at })));
        return reply.code(200).send();
      },
    });
  });
}

/** Without the name of its hash. */
function signatureOf({ raw }: FastifyRequest): string | undefined {
  const header = raw.headers['x-hub-signature-256'];
  return typeof header === 'string' ? /^sha256=([0-9a-f]{64})$/.exec(header)?.[1] : undefined;
}

function challengeOf({ query }: FastifyRequest, word: string): string | undefined {
  const values = new Map(Object.entries(typeof query === 'object' && query !== null ? query : {}));
  const given = values.get('hub.verify_token');
  const challenge = values.get('hub.challenge');
  if (values.get('hub.mode') !== 'subscribe' || typeof given !== 'string') return undefined;
  if (!constantTimeEqual(given, word)) return undefined;
  return typeof challenge === 'string' && /^[\w-]{1,200}$/.test(challenge) ? challenge : undefined;
}
