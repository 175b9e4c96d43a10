// A web hook receiver on loopback that checks each signature with a receiver's usual library.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import * as z from 'zod';

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
 * @param wantedPort of a receiver that restarts
 */
export async function startWebhookReceiver(
  answerTo: (event: ReceivedEvent) => ReceiverAnswer,
  wantedPort = 0,
): Promise<WebhookReceiver> {
  const library = new Webhook(webhookSecret);
  const received: ReceivedEvent[] = [];
  const server = createServer((request, response) => {
    const answer = async () => {
      const { headers } = request;
      const id = String(headers['webhook-id']);
      const verified = library.verify(await text(request), {
        'webhook-id': id,
        'webhook-timestamp': String(headers['webhook-timestamp']),
        'webhook-signature': String(headers['webhook-signature']),
      });
      const event = { id, ...eventSchema.parse(verified) };
      received.push(event);
      const status = answerTo(event);
      if (status !== 'hang') response.writeHead(status).end();
    };
    answer().catch(() => response.writeHead(401).end());
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(wantedPort, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  return {
    url: new URL(`http://127.0.0.1:${port}/events`),
    received,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
