// Checks that this run really uses its encoding and delay; otherwise the variants prove nothing.
import { createServer } from 'node:http';
import { unwrapResponse } from '@inaam/contract/envelope.ts';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { productUrl } from '../support/product/product-url.ts';
import { answerTransport } from '../support/product/answer-transport.ts';
import { startDelayProxy } from '../support/product/delay-proxy.ts';

/** Timers may fire a moment early. */
const slackMs = 20;

async function timed(address: string): Promise<{ text: string; ms: number }> {
  const from = performance.now();
  const text = await (await fetch(address)).text();
  return { text, ms: performance.now() - from };
}

test('[API-3] a response of the product has the encoding and the delay of this run', async () => {
  const { encoding, delayMs } = answerTransport();
  const { text, ms } = await timed(`${productUrl()}/api/nothing`);
  const { resp } = z.object({ resp: z.unknown() }).parse(JSON.parse(text));
  expect(typeof resp).toBe(encoding === 'base64' ? 'string' : 'object');
  expect(unwrapResponse(text)).toMatchObject({ statusCode: 404 });
  expect(ms).toBeGreaterThan(delayMs - slackMs);
});

test('the proxy delays responses to calls, and changes no address', async () => {
  const server = createServer((from, to) => to.end(from.url));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const origin = `http://127.0.0.1:${port}`;
  const proxy = await startDelayProxy(origin, 200);
  try {
    for (const address of ['/', '//?utm_source=qrcode', '/a%20b?c=%C3%A9', '/demo/messages?to=1']) {
      expect((await timed(`${proxy.origin}${address}`)).text).toBe(address);
    }
    const { text, ms } = await timed(`${proxy.origin}/api/users?t=1`);
    expect(text).toBe('/api/users?t=1');
    expect(ms).toBeGreaterThan(200 - slackMs);
    expect(await startDelayProxy(origin, 0)).toMatchObject({ origin });
  } finally {
    await proxy.close();
    server.closeAllConnections();
    server.close();
  }
});
