// The screens by roles and names, and the steps between them. A step ends when the next screen is
// visible.
import type { Locator, Page } from 'playwright-core';
import { readCode } from './product/sms-inbox.ts';
import { newMobile, type Phone } from './browser/phone.ts';
import { storeVerified } from './browser/stored-login.ts';
import { nextPack } from './product/product-url.ts';

export type Shopper = { name: string; mobile: string; state: string };

export const entry = '/?utm_source=qrcode';
export const scanText = 'Please scan the QR Code to Participate';
/** The app's: the one in the first paint has no effect yet. */
export const scanSentence = (page: Page) =>
  page.locator('#root').getByRole('heading', { name: scanText, exact: true });
export const statement = 'I confirm that I am above legal drinking age in my region.';

export function newShopper(part: Partial<Shopper> = {}): Shopper {
  return { name: 'Asha Rao', mobile: newMobile(), state: 'Karnataka', ...part };
}

const button = (at: Page | Locator, name: string) => at.getByRole('button', { name, exact: true });

export const sentence = (at: Page | Locator, text: string) => at.getByText(text, { exact: true });
/** Where the voucher is, before and after it was sent: deliveries do not wait for the page. */
export const voucherNews = (page: Page) =>
  page.getByText(/^(?:Your gift voucher comes by SMS .*within 10 days|Sent! Look for an SMS from)/);
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
export const loader = (page: Page, name: string) =>
  page.getByRole('alertdialog', { name, exact: true });
export const busySentence = 'It’s very busy right now. Please wait: we’ll carry on automatically.';
export const menuIcon = (page: Page) =>
  page.locator('#root').getByRole('button', { name: 'Menu', exact: true });

/** @param within `first-paint`: before the app is there */
export const privacyNotice = (page: Page, within: 'root' | 'first-paint' = 'root') => {
  const dialog = page.locator(`#${within}`).getByRole('dialog', { name: 'Privacy notice' });
  return {
    dialog,
    yes: dialog.getByRole('checkbox', { name: 'Yes' }),
    no: dialog.getByRole('checkbox', { name: 'No' }),
    submit: button(dialog, 'Submit'),
  };
};

export const registration = (page: Page) => ({
  name: page.getByRole('textbox', { name: 'Name' }),
  mobile: page.getByRole('textbox', { name: 'Mobile Number' }),
  state: page.getByRole('combobox', { name: 'State' }),
  agree: page.getByRole('checkbox', { name: /^I am 18 or older/ }),
  pack: page.locator('#root [name=pack]'),
  getOtp: button(page, 'Get OTP'),
});

export const codeForm = (page: Page) => ({
  otp: page.getByRole('textbox', { name: 'OTP' }),
  verify: button(page, 'Verify'),
  resend: button(page, 'Resend OTP'),
  countdown: page.getByText(/^Resend OTP in \d+ (?:second|minute|hour)s?$/),
  changeNumber: button(page, 'Change number'),
});

/** From the registration form to the code sent. */
export const enterCode = (page: Page) => button(page, 'Enter your OTP');

export const wheel = (page: Page) => ({
  figure: page.getByRole('figure', { name: 'A reward wheel with vouchers of ₹3, ₹5 or ₹10.' }),
  canvas: page.locator('canvas'),
  play: button(page, 'PLAY'),
  outcome: page.getByText(/^The wheel has stopped\. You have won ₹\d+\.$/),
});

export const profile = (page: Page) => ({
  title: heading(page, 'My profile'),
  logout: button(page, 'Logout'),
  back: button(page, 'Back'),
  edit: button(page, 'Edit Profile'),
  terms: button(page, 'Terms & Conditions'),
  contact: button(page, 'Contact Us'),
  facts: page.getByRole('definition'),
});

export const detailsForm = (page: Page) => ({
  title: heading(page, 'Edit Profile'),
  name: page.getByRole('textbox', { name: 'Name' }),
  email: page.getByRole('textbox', { name: 'Email (optional)' }),
  gender: (name: string) => page.getByRole('radio', { name, exact: true }),
  age: page.getByRole('textbox', { name: 'Age' }),
  state: page.getByRole('combobox', { name: 'State' }),
  city: page.getByRole('combobox', { name: 'City' }),
  save: button(page, 'Save'),
  back: button(page, 'Back'),
});

export const dialogOf = (page: Page, name: string) =>
  page.getByRole('dialog', { name, exact: true });
export const sideMenuTitle = 'Help and information';
export const sideMenu = (page: Page) => {
  const dialog = dialogOf(page, sideMenuTitle);
  return {
    dialog,
    terms: button(dialog, 'Terms & Conditions'),
    contact: button(dialog, 'Contact Us'),
    close: button(dialog, 'Close'),
  };
};

export const won = (page: Page, amount: number) => sentence(page, `You have won Rs. ${amount}`);
const reward = (page: Page) => page.getByText(/^You have won Rs\. \d+$/);

/** The global notification. It is an alert only where a screen reader is told of it. */
export const notification = (page: Page) => page.locator('.notice-region-notification .notice');
/** In one step: a busy machine may be slower than the five seconds after which it closes. */
export async function closeNotification(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector<HTMLElement>('.notice button')?.click());
  await notification(page).waitFor({ state: 'detached' });
}
export const toast = (page: Page) => page.locator('.notice-region-toast .notice');

export async function shownAmount(page: Page): Promise<number> {
  const text = await reward(page).textContent();
  return Number(/\d+/.exec(text ?? '')?.[0]);
}

/** On HOME. The notice appears once per phone, and again after Logout. */
export async function acceptPrivacy(page: Page): Promise<void> {
  const { dialog, yes, submit } = privacyNotice(page);
  await page.locator('#root form').first().waitFor({ state: 'attached' });
  if ((await dialog.count()) === 0) {
    // Text inserted while the loader covers the form is lost.
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    return;
  }
  await yes.check();
  await submit.click();
  await dialog.waitFor({ state: 'detached' });
}

/** Presses the browser's Back midway: ends on HOME in a new session. */
export async function backToHome(page: Page): Promise<void> {
  const left = await page.locator('#root main').elementHandle();
  await page.goBack();
  await left?.waitForElementState('hidden').catch((error: unknown) => {
    if (!String(error).includes('not attached')) throw error;
  });
  await registration(page).getOtp.or(codeForm(page).otp).waitFor();
}

export async function fillForm(page: Page, { name, mobile, state }: Shopper): Promise<void> {
  const form = registration(page);
  await form.state.selectOption(state);
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await form.name.fill(name);
  await form.mobile.fill(mobile);
  await form.agree.check();
  if ((await form.pack.count()) === 0 || (await form.pack.inputValue()) !== '') return;
  await form.pack.fill((await nextPack(new URL(page.url()).origin)) ?? '');
}

export async function register(page: Page, shopper: Shopper): Promise<void> {
  await fillForm(page, shopper);
  await registration(page).getOtp.click();
  await codeForm(page).otp.waitFor();
}

export const typeCode = (page: Page, code: string) => sendCode(codeForm(page).otp, code);

/**
 * Types and submits the code in one step: on a slow machine it would be submitted automatically
 * before Verify is pressed.
 */
export async function sendCode(field: Locator, code: string, presses = 1): Promise<void> {
  await field.evaluate(
    (input, typed) => {
      if (!(input instanceof HTMLInputElement)) throw new Error('The code has no field.');
      // React's own setter would hide the change from it.
      const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
      property?.set?.call(input, typed.code);
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      for (let press = 0; press < typed.presses; press++) input.form?.requestSubmit();
    },
    { code, presses },
  );
}

export async function spin(page: Page): Promise<void> {
  await wheel(page).play.click();
  await finishSpin(page);
}

/**
 * Skips to the end of the wheel's animation, and waits until the wheel has stopped. With a running
 * clock, the reward may already be shown: the outcome is visible for only 1.5 s.
 */
export async function finishSpin(page: Page): Promise<void> {
  await finishSpinAnimation(page);
  await wheel(page).outcome.or(reward(page)).first().waitFor({ state: 'attached' });
}

/** Skips to the end of the wheel's animation once it runs. Reduced motion needs no skipping. */
export async function finishSpinAnimation(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return true;
    // A machine that stalled for six seconds has missed it.
    if (document.querySelector('canvas') === null) return true;
    // Not the wind-up while the response is pending.
    const shows = document.getAnimations().filter(({ id }) => id === 'spin');
    for (const show of shows) show.finish();
    return shows.length > 0;
  });
}

export async function toForm({ page }: Phone, address = entry): Promise<void> {
  await page.goto(address);
  await acceptPrivacy(page);
}

export async function toCode(phone: Phone, shopper: Shopper): Promise<void> {
  await toForm(phone);
  await register(phone.page, shopper);
}

/** The wheel of a shopper who has verified the number. A third of the cost of the forms. */
export async function toWheel(phone: Phone, shopper = newShopper()): Promise<Shopper> {
  await storeVerified(phone, shopper);
  await phone.page.goto('/spin-wheel');
  await wheel(phone.page).play.waitFor();
  return shopper;
}

export async function toWheelByForms(phone: Phone, shopper = newShopper()): Promise<Shopper> {
  await toCode(phone, shopper);
  await typeCode(phone.page, await readCode(shopper.mobile));
  await wheel(phone.page).play.waitFor();
  return shopper;
}

export async function toProfile(phone: Phone, shopper = newShopper()): Promise<Shopper> {
  await toWheel(phone, shopper);
  await menuIcon(phone.page).click();
  await profile(phone.page).title.waitFor();
  return shopper;
}

export async function toDetails(phone: Phone, shopper = newShopper()): Promise<Shopper> {
  await toProfile(phone, shopper);
  await openDetails(phone.page);
  return shopper;
}

/**
 * From the profile to the form, once all calls are done, because a field under the loader takes no
 * text.
 */
export async function openDetails(page: Page): Promise<void> {
  await profile(page).edit.click();
  const { save, city } = detailsForm(page);
  await save.waitFor();
  await city.locator('option').nth(1).waitFor({ state: 'attached' });
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
}

/** The reward, from the wheel. @returns the amount */
export async function toReward(phone: Phone, shopper = newShopper()): Promise<number> {
  await toWheel(phone, shopper);
  await spin(phone.page);
  return shownAmount(phone.page);
}

/** From the start to the reward, through the forms. @returns the amount */
export async function toRewardByForms(phone: Phone, shopper = newShopper()): Promise<number> {
  await toWheelByForms(phone, shopper);
  await spin(phone.page);
  return shownAmount(phone.page);
}

/** @param at the page, or the dialog whose switch is pressed */
export async function chooseLanguage(at: Page | Locator, name: string): Promise<void> {
  const page = 'goto' in at ? at : at.page();
  // The switch of the first paint has no effect yet.
  const within = 'goto' in at ? page.locator('#root .page-header') : at;
  await within.locator('button[aria-haspopup="dialog"]').click();
  const choice = page.getByRole('dialog').getByRole('button', { name, exact: true });
  await choice.click();
  await choice.waitFor({ state: 'detached' });
}
