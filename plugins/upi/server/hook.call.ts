// Where the provider sends what became of a transfer. It is stored for `deliver`, which checks the
// signature and asks the provider: `serve` has no secret of the provider, so nobody who takes it
// over can pay or say that something was paid.
import type { FastifyInstance } from 'fastify';
import { sealContext, voucherSealFor } from '@inaam/server/platform/seal.ts';
import type { SitePages } from '../../server-plugin.ts';
import { addEvent, readPublicKey } from './requests.sql.ts';

export const eventContext = sealContext('upi_event.sealed');
const hookPath = '/upi/hook';

const bytesMax = 16_384;

export async function serveHook(app: FastifyInstance, own: SitePages): Promise<void> {
  const { campaign, clocks, database } = own;
  if (!campaign.upi) return;
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const asText = { parseAs: 'string', bodyLimit: bytesMax } as const;
    scope.addContentTypeParser('*', asText, async (_request: unknown, body: string | Buffer) =>
      String(body),
    );
    scope.post(hookPath, async ({ body, headers }, reply) => {
      const of = (name: string) => String(headers[name] ?? '').slice(0, 500);
      const event = {
        body: typeof body === 'string' ? body : '',
        signature: of('x-webhook-signature') || of('x-razorpay-signature'),
        timestamp: of('x-webhook-timestamp'),
      };
      if (event.body === '' || event.signature === '') return reply.code(400).send({});
      const key = await readPublicKey(database, campaign.id);
      const now = clocks.wall();
      const isStored =
        key !== undefined &&
        (await addEvent(database, campaign.id, {
          sealed: voucherSealFor(key)(JSON.stringify(event), eventContext(campaign.id)),
          now,
        }));
      // Otherwise the provider sends it again.
      return reply.code(isStored ? 200 : 503).send({});
    });
  });
}
