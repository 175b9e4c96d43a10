// The load generator of measure-page.ts: 32 connections, each of which sends the next request as
// soon as it has the answer. Arguments: the address; how long, ms. Sends the number of answers to
// its parent.
import { Client } from 'undici';

const [address = '', ms = '0'] = process.argv.slice(2);
const { origin, pathname, search } = new URL(address);
const until = performance.now() + Number(ms);
const headers = { 'accept-encoding': 'br', accept: 'text/html,*/*' };
let answers = 0;

await Promise.all(
  Array.from({ length: 32 }, async () => {
    const client = new Client(origin, { pipelining: 1 });
    while (performance.now() < until) {
      const { statusCode, body } = await client.request({
        method: 'GET',
        path: pathname + search,
        headers,
      });
      await body.dump({ limit: 10_000_000 });
      if (statusCode !== 200) throw new Error(`Failed to measure: ${statusCode}.`);
      answers += 1;
    }
    await client.close();
  }),
);
process.send?.(answers);
process.disconnect?.();
