import { expect, test } from 'vitest';
import { readCode, readVoucher } from '../support/product/sms-inbox.ts';
import {
  heading,
  newShopper,
  notification,
  sentence,
  toCode,
  typeCode,
  wheel,
  won,
} from '../support/page-objects.ts';
import { usePhones, type Phone } from '../support/browser/phone.ts';
import { storedSession } from '../support/browser/browser-storage.ts';
import { storeVerified } from '../support/browser/stored-login.ts';
import { respond, abortCalls, holdCalls, recordRequests } from '../support/api-calls.ts';

const phones = usePhones();
const failed = 'We could not get it just now: please try again.';

const tryAgain = ({ page }: Phone) => page.getByRole('button', { name: 'Try again', exact: true });
const pathOf = ({ page }: Phone) => new URL(page.url()).pathname;

/** As after a verification in Tamil Nadu: HOME makes the spin call. */
async function openVerified(phone: Phone): Promise<void> {
  await storeVerified(phone, newShopper({ state: 'Tamil Nadu' }));
  await phone.page.goto('/');
}

/** Verifies in Tamil Nadu; `before` runs before the code, which triggers the spin call. */
async function verify(phone: Phone, before: () => Promise<unknown> = async () => {}) {
  const shopper = newShopper({ state: 'Tamil Nadu' });
  await toCode(phone, shopper);
  await before();
  await typeCode(phone.page, await readCode(shopper.mobile));
  return shopper;
}

const recordCanvas = (phone: Phone) =>
  phone.page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('canvas')) document.documentElement.dataset['canvas'] = 'seen';
    }).observe(document, { childList: true, subtree: true });
  });
const sawCanvas = (phone: Phone) =>
  phone.page.evaluate(() => document.documentElement.dataset['canvas'] === 'seen');

test('[OTP-4][WHL-9][REW-1][REW-3] Tamil Nadu gets Rs. 3 on /tnreward and never sees a wheel', async () => {
  const phone = await phones.open();
  const { page } = phone;
  await recordCanvas(phone);
  const spins = recordRequests(page, 'getReward');
  const { mobile } = await verify(phone);
  await won(page, 3).waitFor();
  expect(pathOf(phone)).toBe('/tnreward');
  await heading(page, 'Congratulations!').waitFor();
  await sentence(
    page,
    'Everyone who takes part from Tamil Nadu gets a fixed reward of ₹3.',
  ).waitFor();
  await sentence(page, 'Your gift voucher comes by SMS within 10 days.').waitFor();
  await sentence(page, 'It is valid for 1 year.').waitFor();
  expect(spins).toHaveLength(1);
  expect((await storedSession(page)).fromTN).toBe(1);
  expect((await readVoucher(mobile)).amount).toBe(3);

  await page.goto('/spin-wheel');
  await won(page, 3).waitFor();
  expect(pathOf(phone)).toBe('/tnreward');
  expect(await sawCanvas(phone)).toBe(false);
});

test(
  '[OTP-4][WHL-9] a spin call that fails shows no congratulations; trying again does',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open();
    const { page } = phone;
    phone.allow(/ERR_FAILED/, /warning: spin failed/);
    await recordCanvas(phone);
    await verify(phone, () => abortCalls(page, 'getReward', 4));
    await sentence(page, failed).waitFor();
    await notification(page).getByText('Please check your network and try again').waitFor();
    expect(pathOf(phone)).toBe('/');
    expect(await heading(page, 'Congratulations!').count()).toBe(0);
    await page.goto('/tnreward');
    await sentence(page, failed).waitFor();
    expect(pathOf(phone)).toBe('/');
    await tryAgain(phone).click();
    await won(page, 3).waitFor();
    expect(pathOf(phone)).toBe('/tnreward');
    expect(await sawCanvas(phone)).toBe(false);
  },
);

test('[OTP-4] after a failed spin call a reload requests the reward again', async () => {
  const phone = await phones.open();
  const { page } = phone;
  phone.allow(/ERR_FAILED/, /warning: spin failed/);
  await abortCalls(page, 'getReward');
  await openVerified(phone);
  await sentence(page, failed).waitFor();
  await heading(page, 'Your reward is safe.').waitFor();
  await page.unrouteAll();
  await page.reload();
  await won(page, 3).waitFor();
  expect(pathOf(phone)).toBe('/tnreward');
});

const expectFault = async (winType: number | string) => {
  const phone = await phones.open();
  const { page } = phone;
  phone.allow(/warning: spin failed: UnreadableAnswer/);
  await respond(page, 'getReward', { statusCode: 200, winType });
  await openVerified(phone);
  await sentence(page, failed).waitFor();
  await notification(page).getByText('Something went wrong, try again after some time').waitFor();
  expect(await heading(page, 'Congratulations!').count()).toBe(0);
  await page.unrouteAll();
  await tryAgain(phone).click();
  await won(page, 3).waitFor();
};
test.each([10])(
  '[OTP-4][CAM-1][ERR-4] winType %j, which nobody gets there, is a fault and shows no congratulations',
  expectFault,
);
test.each([7, '5'])(
  '[OTP-4][CAM-1][ERR-4] winType %j, which nobody gets there, is a fault and shows no congratulations',
  { tags: ['long'] },
  expectFault,
);

test(
  "[OTP-4][WHL-9] while the spin call runs, the wheel's address leads to the waiting screen, not to a wheel",
  { tags: ['long'] },
  async () => {
    const phone = await phones.open();
    const { page } = phone;
    let letGo = () => {};
    await verify(phone, async () => {
      letGo = await holdCalls(page, 'getReward');
    });
    await heading(page, 'Getting your reward').waitFor();
    await page.goto('/spin-wheel');
    await heading(page, 'Getting your reward').waitFor();
    expect(pathOf(phone)).toBe('/');
    expect(await wheel(page).canvas.count()).toBe(0);
    letGo();
    await won(page, 3).waitFor();
  },
);
