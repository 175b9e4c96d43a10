// Receives delivery receipts from providers over HTTP and stores them; `deliver` applies them. No
// part of a request is logged, because it contains a number.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { HookRequest, ReceiptHook } from '../sms/receipts/receipt-hook.ts';
import type { Receipt } from '../sms/receipts/receipt-schema.ts';
import { sendPlainText } from './responses.ts';

/** Some providers collect the receipts of a minute. */
const callBytesMax = 1_048_576;

type Options = {
  hooks: readonly ReceiptHook[];
  /** Rejects if the receipts could not be stored; the provider then sends them again. */
  store: (path: string, receipts: readonly Receipt[]) => Promise<void>;
  /** Called with how many receipts were not understood, and why, without any of it. */
  noteFault: (path: string, receipts: number, reason: string) => Promise<void>;
};

/** Adds `/sms/receipts/<path>`: POST, or GET for providers that send receipts in the URL. */
export async function receiveSmsReceipts(app: FastifyInstance, options: Options): Promise<void> {
  await app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    for (const hook of options.hooks) {
      routes.route({
        method: ['GET', 'POST'],
        url: `/sms/receipts/${hook.path}`,
        exposeHeadRoute: false,
        bodyLimit: callBytesMax,
        config: { call: 'smsReceipt' },
        onRequest: async (request, reply) => {
          if (!hook.isKnown(askedOf(request))) return sendPlainText(reply, 401, 'Not allowed.');
          // Fastify refuses an invalid content type; the raw header stays.
          request.headers = { 'content-type': 'text/plain' };
          return undefined;
        },
        handler: async (request, reply) => {
          const asked = askedOf(request);
          const { receipts, understood, notUnderstood, reason } = await hook.read(asked);
          if (notUnderstood > 0) await options.noteFault(hook.path, notUnderstood, reason);
          if (understood === 0) return sendPlainText(reply, 400, 'Not understood.');
          if (receipts.length > 0) await options.store(hook.path, receipts);
          return reply.code(204).send();
        },
      });
    }
  });
}

function askedOf({ clientAddress, raw, query, body }: FastifyRequest): HookRequest {
  return {
    address: clientAddress,
    header: (name) => {
      const value = raw.headers[name];
      return typeof value === 'string' ? value : undefined;
    },
    query: typeof query === 'object' && query !== null ? { ...query } : {},
    body: Buffer.isBuffer(body) ? body : new Uint8Array(),
  };
}
