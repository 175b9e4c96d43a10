// A delivery in a process of its own, for a test that kills it in the middle of a job: it says `took <id>` for each
// message that it hands to the provider, and the provider never answers. Started with a database's URL.
import { deliveryFixture } from './delivery-fixture.ts';

const [url = ''] = process.argv.slice(2);
const world = await deliveryFixture(url);
await world.deliver({
  provider: {
    send: async ({ id }) => {
      process.stdout.write(`took ${id}\n`);
      return new Promise(() => undefined);
    },
  },
  intervals: { pollMs: 50, beatMs: 100, sendMs: 60_000 },
});
process.stdout.write('ready\n');
