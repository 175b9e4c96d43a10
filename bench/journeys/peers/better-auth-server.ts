// better-auth with its phone-number plugin, set up as in its documentation: the pool of `pg`, its
// own migrations, Node's HTTP server. Rate limits are off, because one address makes all calls.
// Arguments: the database's URL, the address of the gateway, the text of the SMS.
import { createServer } from 'node:http';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { toNodeHandler } from 'better-auth/node';
import { phoneNumber } from 'better-auth/plugins';
import { Pool } from 'pg';
import { Pool as HttpPool } from 'undici';

const [connectionString = '', gateway = '', text = ''] = process.argv.slice(2);
const sender = new HttpPool(gateway, { connections: 16, pipelining: 1 });
let sent = 0;

const options = {
  database: new Pool({ connectionString }),
  baseURL: 'http://127.0.0.1',
  secret: 'better-auth.only.for.this.measurement',
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  plugins: [
    phoneNumber({
      sendOTP: async ({ phoneNumber: to, code }) => {
        const ref = `better-auth-${(sent += 1)}`;
        const { body } = await sender.request({
          method: 'POST',
          path: '/',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ref, to, text: text.replaceAll('{code}', code) }),
        });
        await body.dump();
      },
      signUpOnVerification: {
        getTempEmail: (to) => `${to.slice(1)}@shopper.example`,
        getTempName: () => 'Asha Rao',
      },
    }),
  ],
};
const { runMigrations } = await getMigrations(options);
await runMigrations();
const auth = betterAuth(options);
const answer = toNodeHandler(auth);
const server = createServer((request, response) => void answer(request, response));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  process.stdout.write(`${JSON.stringify({ msg: 'Serving.', port })}\n`);
});
process.on('SIGTERM', () => process.exit(0));
