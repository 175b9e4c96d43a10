// On a server that requires a proof of work for every code.
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoRateLimits } from '@inaam/demo/rate-limits.ts';
import { countCodeMessages } from '@inaam/testing/server/database/database-queries.ts';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { recordRequests } from '../support/api-calls.ts';
import { codeForm, newShopper, toast, toCode } from '../support/page-objects.ts';
import { usePhones } from '../support/browser/phone.ts';

const phones = usePhones();
const site = path.resolve(import.meta.dirname, '..', '..', 'web', 'dist');

let server: TestServer;
let origin: string;

beforeAll(async () => {
  // From the second code on.
  const ipv4 = { free: { day: 0.25 }, hardest: 4, share: 1 } as const;
  const rateLimits = { ...demoRateLimits, budget: { ...demoRateLimits.budget, scopes: { ipv4 } } };
  server = await testServer({ site, rateLimits });
  await new Shopper(server).register(newMobile());
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

test('[OTP-2][API-4] the page proves its work by itself, without crypto.subtle, for a code and for another one', async () => {
  const phone = await phones.open({
    origin,
    clock: server.time.wall,
  });
  const { page } = phone;
  // Plain HTTP outside localhost has no crypto.subtle: the page must not need it.
  await page.addInitScript(() =>
    Object.defineProperty(globalThis.crypto, 'subtle', { value: undefined }),
  );
  phone.allow(/status of 429 .*(register|resendOtp)/);
  const shopper = newShopper();
  const registered = recordRequests(page, 'register');
  await toCode(phone, shopper);
  expect(registered).toHaveLength(2);
  expect(await countCodeMessages(server, shopper.mobile)).toBe(1);

  server.time.wall += 61_000;
  await page.clock.fastForward(61_000);
  const resent = recordRequests(page, 'resendOtp');
  await codeForm(page).resend.click();
  await toast(page).waitFor();
  expect(resent).toHaveLength(2);
  expect(await countCodeMessages(server, shopper.mobile)).toBe(2);
});
