// Delivery receipts that providers send by HTTP. They are stored as they arrive; `deliver` applies
// them. Nothing of a request is logged, because it contains a number.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { HookRequest, ReceiptHook } from '../sms/receipts/receipt-hook.ts';
import type { Receipt } from '../sms/receipts/receipt.ts';
import { sendPlainText } from './responses.ts';

type Options = {
  hooks: readonly ReceiptHook[];
  /** Rejects if the receipts could not be stored; the provider then sends them again. */
  store: (path: string, receipts: readonly Receipt[]) => Promise<void>;
};

/** Adds `/sms/receipts/<path>`: POST, or GET for providers that send receipts in the URL. */
export async function receiveSmsReceipts(app: FastifyInstance, options: Options): Promise<void> {
  await app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    for (const hook of options.hooks) {
      routes.route({
        method: ['GET', 'POST'],
        url: `/sms/receipts/${hook.path}`,
        exposeHeadRoute: false,
        config: { call: 'smsReceipt' },
        handler: async (request, reply) => {
          const asked = askedOf(request);
          if (!hook.isAllowed(asked)) return sendPlainText(reply, 401, 'Not allowed.');
          const receipts = hook.read(asked);
          if (!receipts) return sendPlainText(reply, 400, 'Not understood.');
          await options.store(hook.path, receipts);
          return reply.code(204).send();
        },
      });
    }
  });
}

function askedOf({ clientAddress, headers, query, body }: FastifyRequest): HookRequest {
  return {
    address: clientAddress,
    header: (name) => {
      const value = headers[name];
      return typeof value === 'string' ? value : undefined;
    },
    query: typeof query === 'object' && query !== null ? { ...query } : {},
    body: typeof body === 'string' ? body : '',
  };
}
