// A web hook receiver on loopback that checks each signature with a receiver's usual library.
import { Webhook } from 'standardwebhooks';
import * as z from 'zod';
import { startFaultyGateway } from '@inaam/testing/server/delivery/faulty-gateway.ts';

export const webhookSecret = `whsec_${Buffer.from(Uint8Array.from({ length: 32 }, (_, at) => at)).toString('base64')}`;

const eventSchema = z.strictObject({
  type: z.string(),
  timestamp: z.string(),
  data: z.record(z.string(), z.unknown()),
});

export type ReceivedEvent = z.infer<typeof eventSchema> & { id: string };

/** A status, or `hang`: it never responds. */
export type ReceiverAnswer = number | 'hang';

export type WebhookReceiver = {
  url: URL;
  received: ReceivedEvent[];
  close(): Promise<void>;
};

/**
 * @param answerTo called in the order of arrival, after the signature was verified
 * @param port of a receiver that restarts
 */
export async function startWebhookReceiver(
  answerTo: (event: ReceivedEvent) => ReceiverAnswer,
  port = 0,
): Promise<WebhookReceiver> {
  const library = new Webhook(webhookSecret);
  const received: ReceivedEvent[] = [];
  const gateway = await startFaultyGateway({ port });
  gateway.answer(({ headers, body }) => {
    const id = String(headers['webhook-id']);
    try {
      const verified = library.verify(body, {
        'webhook-id': id,
        'webhook-timestamp': String(headers['webhook-timestamp']),
        'webhook-signature': String(headers['webhook-signature']),
      });
      const event = { id, ...eventSchema.parse(verified) };
      received.push(event);
      const status = answerTo(event);
      return status === 'hang' ? status : { status };
    } catch {
      return { status: 401 };
    }
  });
  return { url: new URL(`${gateway.address}/events`), received, close: () => gateway.close() };
}
