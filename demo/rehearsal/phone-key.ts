// The phone's page behind the operator's key: codes and vouchers are on it, and the rehearsal may
// be reached from the network. The key is typed, or comes after # in a link; neither is sent as a
// part of a URL.
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { constantTimeEqual } from '@inaam/server/platform/keys.ts';
import { newToken } from '@inaam/server/console/sign-in/tokens.ts';
import { send } from '../phone/phone.ts';

/** Crockford's base 32. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 100 random bits, such as `7K2MQ-0ZV4D-8TJ1A-XW5PB`. */
export function newPhoneKey(): string {
  const random = Array.from(randomBytes(20), (byte) => letters[byte % letters.length] ?? '');
  return [0, 5, 10, 15].map((at) => random.slice(at, at + 5).join('')).join('-');
}

/** Wrong keys of one address in a minute. */
const triesMax = 10;
const minuteMs = 60_000;
const open: ReadonlySet<string> = new Set(['/demo/key', '/demo/key.js', '/demo/phone.css']);
const form = z.object({ key: z.string() });

/** Answers 401 with a form until the key was given. Call it before the routes are added. */
export function guardWithKey(app: FastifyInstance, key: string, campaign: string): void {
  const token = newToken();
  const isWithinTries = countTries();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 1000 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.addHook('onRequest', async (request, reply) => {
    const route = request.routeOptions.url ?? '';
    if (open.has(route) || constantTimeEqual(cookieOf(request), token)) return undefined;
    return ask(reply.code(401), campaign, '');
  });
  app.get('/', (_request, reply) => reply.redirect('/demo/phone'));
  app.get('/demo/key.js', (_request, reply) => send(reply, 'text/javascript', script));
  app.post('/demo/key', (request, reply) => {
    if (!isWithinTries(request.ip)) {
      reply.code(429).header('retry-after', '60');
      return ask(reply, campaign, 'Too many wrong keys. Try again in a minute.');
    }
    const given = form.safeParse(request.body).data?.key ?? '';
    if (!constantTimeEqual(plain(given), plain(key))) {
      return ask(reply.code(401), campaign, 'This is not the key.');
    }
    return reply
      .header('set-cookie', `inaam-rehearsal=${token}; Path=/; HttpOnly; SameSite=Strict`)
      .redirect('/demo/phone', 303);
  });
}

const plain = (key: string) => key.replaceAll(/[\s-]/g, '').toUpperCase();

const cookieOf = (request: FastifyRequest) =>
  /(?:^|; *)inaam-rehearsal=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';

/** Whether an address may still try. */
function countTries(): (address: string) => boolean {
  const tries = new Map<string, number>();
  setInterval(() => tries.clear(), minuteMs).unref();
  return (address) => {
    const count = (tries.get(address) ?? 0) + 1;
    tries.set(address, count);
    return count <= triesMax;
  };
}

function ask(reply: FastifyReply, campaign: string, fault: string) {
  return send(
    reply.header('referrer-policy', 'no-referrer'),
    'text/html',
    page(campaign, fault),
    "'self'",
  );
}

/** @param campaign its name, as HTML */
const page = (campaign: string, fault: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Key of the rehearsal's phone</title>
    <link rel="stylesheet" href="/demo/phone.css" />
    <script src="/demo/key.js" defer></script>
  </head>
  <body>
    <main>
      <section class="controls" aria-labelledby="title">
        <h1 id="title">Rehearsal of ${campaign}</h1>
        <form method="post" action="/demo/key">
          <label for="key">Key of the phone, as the terminal shows it</label>
          <div class="entry">
            <input id="key" name="key" autocomplete="off" autocapitalize="characters" required maxlength="40" />
            <button type="submit">Open</button>
          </div>
          <p class="fault" role="alert">${fault}</p>
        </form>
      </section>
    </main>
  </body>
</html>
`;

/** Takes the key of a link, and removes it from the address. */
const script = `const key = location.hash.slice(1);
if (/^[A-Z0-9]{5}(?:-[A-Z0-9]{5}){3}$/.test(key)) {
  history.replaceState(null, '', location.pathname);
  document.getElementById('key').value = key;
  document.forms[0].submit();
}
`;
