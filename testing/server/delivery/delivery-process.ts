// A delivery for tests that kill it during a job: prints `took <id>` for each message, and its
// provider never responds. Argument: the database's URL.
import { deliveryFixture } from './delivery-fixture.ts';

const [url = ''] = process.argv.slice(2);
const fixture = await deliveryFixture(url);
await fixture.deliver({
  provider: {
    send: async ({ id }) => {
      process.stdout.write(`took ${id}\n`);
      return new Promise(() => undefined);
    },
  },
  intervals: { pollMs: 50, sendMs: 600_000 },
});
process.stdout.write('ready\n');
