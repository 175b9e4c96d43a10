// A reward on UPI, with a provider of this test: from the reward to the bank, and on a later visit.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usePhones } from '@inaam/e2e/support/browser/phone.ts';
import {
  axeViolations,
  darkContrastViolations,
  smallTargets,
} from '@inaam/e2e/support/checks/visual-checks.ts';
import { newShopper, register, toForm, typeCode } from '@inaam/e2e/support/page-objects.ts';
import { repeat } from '@inaam/server/platform/timing.ts';
import { Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { buildWeb } from '@inaam/web/build/build-web.ts';
import { payingServer } from '../testing/paying-server.ts';
import { wordsIn } from '../web/words.ts';

const { folder } = await buildWeb();
const server = await payingServer('cashfree', folder);
const { app, bank, payer, time } = server;
const phones = usePhones();
let origin = '';
let working: ReturnType<typeof repeat> | undefined;

beforeAll(async () => {
  // The phones have the time of this machine.
  Object.defineProperty(time, 'wall', { get: () => Date.now() });
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
  bank.outcome = { state: 'paid', code: '' };
  working = repeat(
    100,
    () => payer.work(),
    () => undefined,
  );
});
afterAll(async () => {
  await working?.stop();
  await server.close();
});

const words = wordsIn('en');

async function winner() {
  const phone = await phones.open({ origin: origin.replace('127.0.0.1', 'localhost') });
  const { page } = phone;
  const { mobile, ...shopper } = newShopper({ state: 'Tamil Nadu' });
  await toForm(phone);
  await register(page, { mobile, ...shopper });
  await typeCode(page, (await new Shopper(server).newestCode(mobile)) ?? '');
  await page.getByText('Where shall we send ₹3?').waitFor();
  return { page, mobile, phone };
}

test('an id is typed, its owner is shown, and the reward is paid; a later visit says so', async () => {
  const { page } = await winner();
  expect(await axeViolations(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  const field = page.getByLabel(words.label);
  await field.fill('not an id');
  await page.getByRole('button', { name: words.check, exact: true }).click();
  await page.getByText(words.form).waitFor();
  await field.fill(' RAVI@okaxis ');
  await page.getByRole('button', { name: words.check, exact: true }).click();
  await page.getByRole('heading', { name: 'Send ₹3 to RA•• KU•• (ra•••@okaxis)?' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(await darkContrastViolations(page)).toEqual([]);
  // Who leaves goes on later.
  await page.reload();
  await page.getByRole('button', { name: 'Send ₹3', exact: true }).click();
  await page.getByText('₹3 was sent to ra•••@okaxis.').waitFor();
  expect(bank.paidTo().get('ravi@okaxis')).toBe(3);
  await page.goto('/profile');
  await page.getByText('₹3 was sent to ra•••@okaxis.').waitFor();
  expect(await page.getByText('SMS sent').count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
});

test('the UPI of the number is found, and one that nobody has is not', async () => {
  const { page, mobile } = await winner();
  await page.getByRole('button', { name: words.ownNumber, exact: true }).click();
  await page.getByText(words.wrong).waitFor();
  bank.numbers.set(mobile, 'asha@ybl');
  bank.names.set('asha@ybl', 'ASHA');
  await page.getByLabel(words.label).fill('upi://pay?pa=asha@ybl&pn=Asha');
  await page.getByRole('button', { name: words.check, exact: true }).click();
  await page.getByRole('heading', { name: 'Send ₹3 to AS•• (as•••@ybl)?' }).waitFor();
  await page.getByRole('button', { name: words.another, exact: true }).click();
  await page.getByRole('button', { name: words.voucher, exact: true }).click();
  await page.getByText('Where shall we send').waitFor({ state: 'detached' });
  await expect.poll(() => server.take(10)).toMatchObject([{ amount: 3 }]);
  expect(bank.paidTo().has('asha@ybl')).toBe(false);
});
