// On a server that requires a proof of work for every code.
import { expect, test } from 'vitest';
import { demoRateLimits } from '@inaam/demo/settings.ts';
import { countCodeMessages } from '@inaam/testing/server/database/database-queries.ts';
import { recordRequests } from '../support/api-calls.ts';
import { codeForm, newShopper, toast, toCode } from '../support/page-objects.ts';
import { useOwnServer } from '../support/product/own-server.ts';
import { usePhones } from '../support/browser/phone.ts';

const phones = usePhones();

const own = useOwnServer(() => ({
  rateLimits: { ...demoRateLimits, budget: { ...demoRateLimits.budget, freeCodes: 0 } },
}));
test('[OTP-2][API-4] the page proves its work by itself, without crypto.subtle, for a code and for another one', async () => {
  const phone = await phones.open({
    origin: own.origin,
    clock: own.server.time.wall,
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
  expect(await countCodeMessages(own.server, shopper.mobile)).toBe(1);

  own.server.time.wall += 61_000;
  await page.clock.fastForward(61_000);
  const resent = recordRequests(page, 'resendOtp');
  await codeForm(page).resend.click();
  await toast(page).waitFor();
  expect(resent).toHaveLength(2);
  expect(await countCodeMessages(own.server, shopper.mobile)).toBe(2);
});
