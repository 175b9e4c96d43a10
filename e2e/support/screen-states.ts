import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import {
  acceptPrivacy,
  busySentence,
  closeNotification,
  detailsForm,
  dialogOf,
  entry,
  fillForm,
  heading,
  loader,
  menuIcon,
  newShopper,
  notification,
  privacyNotice,
  profile,
  register,
  registration,
  scanSentence,
  sentence,
  sideMenu,
  toForm,
  toast,
  typeCode,
  wheel,
  won,
} from './page-objects.ts';
import { storeUnknownToken } from './browser/stored-login.ts';
import { wrongCode, readCode } from './product/sms-inbox.ts';
import type { Phone } from './browser/phone.ts';
import { changeStoredSession } from './browser/browser-storage.ts';
import { respond, respondBusy, changeResponse, abortCalls, holdCalls } from './api-calls.ts';

/**
 * `alike`: differs from another state only in words. `own colours`: has a surface or a text colour
 * that no other state has.
 */
export type StateKind = 'alike' | 'own colours';
type Check = (stop: string, kind?: StateKind) => Promise<void>;
type StatePath = (phone: Phone, check: Check) => Promise<void>;
/** Its steps depend on the campaign. */
type CampaignPath = (phone: Phone, check: Check, campaign: ServerCampaign) => Promise<void>;

/** As long as a name may be, and wider than most. */
const longName = 'Venkatanarasimharajuvari Mahammadal';

const button = ({ page }: Phone, name: string) => page.getByRole('button', { name, exact: true });

/** Longer than any check takes. */
const longWait = { retryAfterSeconds: 25 };

const beforeTheForm: CampaignPath = async (phone, check, campaign) => {
  const { privacy } = campaign.words('en');
  const { page } = phone;
  phone.allow(/status of 503/, /server error/);
  await page.goto('/');
  await scanSentence(page).waitFor();
  await check('not allowed', 'own colours');
  await respondBusy(page, 'startSession', longWait);
  await page.goto(entry);
  await loader(page, busySentence).waitFor();
  await check('loader, a busy server', 'own colours');
  await page.unrouteAll();
  const letGo = await holdCalls(page, 'startSession');
  await page.goto(entry);
  await loader(page, 'Starting session...').waitFor();
  await check('loader', 'alike');
  letGo();
  const { dialog, no } = privacyNotice(page);
  await dialog.waitFor();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await check('privacy notice', 'alike');
  await no.check();
  await sentence(dialog, privacy.refused).waitFor();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await check('privacy notice, No', 'own colours');
};

const homeStates: CampaignPath = async (phone, check) => {
  const { page } = phone;
  phone.allow(/ERR_FAILED/, /status of 503/, /server error/);
  await toForm(phone);
  await registration(page).state.locator('option').nth(1).waitFor({ state: 'attached' });
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await check('HOME');
  await registration(page).getOtp.click();
  await page.getByText('*Please enter your name').waitFor();
  await check('HOME, every field at fault', 'own colours');
  await fillForm(page, newShopper());
  await respond(page, 'register', { statusCode: 503, message: 'Many people are with us.' }, 1);
  await registration(page).getOtp.click();
  await notification(page).waitFor();
  await check('HOME, a refusal and its notification', 'own colours');
  await closeNotification(page);
  await menuIcon(page).click();
  await sideMenu(page).dialog.waitFor();
  await check('side menu', 'own colours');
  await sideMenu(page).contact.click();
  await dialogOf(page, 'Contact Us').waitFor();
  await check('contacts');
  await page.keyboard.press('Escape');
  await menuIcon(page).click();
  await button(phone, 'Your data and consent').click();
  await button(phone, 'Get OTP').last().waitFor();
  await check('your data, without a session');
  const { mobile } = newShopper();
  const ownData = dialogOf(page, 'Your data and consent');
  await ownData.getByRole('textbox').fill(mobile);
  await ownData.getByRole('button', { name: 'Get OTP' }).click();
  await button(phone, 'Withdraw and delete').click();
  await ownData.locator('.errors').first().waitFor();
  await check('your data, a code at fault', 'own colours');
  await page.keyboard.press('Escape');
  for (const title of ['Terms & Conditions', 'Consent Notice', 'How To Participate']) {
    await button(phone, title).click();
    await dialogOf(page, title).waitFor();
    await check(title, title === 'Terms & Conditions' ? 'own colours' : 'alike');
    await page.keyboard.press('Escape');
    await dialogOf(page, title).waitFor({ state: 'detached' });
  }
};

const fromCodeToProfile: CampaignPath = async (phone, check) => {
  const { page } = phone;
  phone.allow(/status of (4\d\d|503)/, /warning: spin failed/, /server error: 503/);
  const shopper = newShopper();
  await toForm(phone);
  await register(page, shopper);
  await check('code', 'alike');
  const code = await readCode(shopper.mobile);
  await typeCode(page, wrongCode(code));
  await page.getByText('Please enter a valid OTP').waitFor();
  await check('code, wrong', 'own colours');
  await typeCode(page, code);
  const { play } = wheel(page);
  await play.waitFor();
  await check('wheel', 'own colours');
  const message = 'You cannot take part with this mobile number. Please write to us.';
  await respond(page, 'getReward', { statusCode: 403, messageId: 'invalidUser', message }, 1);
  await play.click();
  await dialogOf(page, 'Please note').waitFor();
  await check('error popup', 'own colours');
  await page.keyboard.press('Escape');
  await dialogOf(page, 'Please note').waitFor({ state: 'detached' });
  await menuIcon(page).click();
  await profile(page).edit.waitFor();
  await check('profile, from the wheel', 'own colours');
  await profile(page).back.click();
  await respondBusy(page, 'getReward', longWait);
  await play.click();
  await page.locator('.spin-hint', { hasText: busySentence }).waitFor();
  await check('wheel, a busy server', 'alike');
  await page.unrouteAll();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.reload();
  await play.click();
  await page.waitForFunction(() => document.getAnimations().some(({ id }) => id === 'spin'));
  await check('wheel, turning');
  // A slow check may have outlasted the spin.
  await page.evaluate(() => {
    const spins = document.getAnimations().filter(({ id }) => id === 'spin');
    for (const spin of spins) spin.finish();
  });
  await heading(page, 'Congratulations!').waitFor();
  await check('reward');
  // From the fixed reward's screen the icon opens the side menu, not the profile.
  await page.goto('/profile');
  await profile(page).title.waitFor();
  await check('profile', 'alike');
  await page.goto('/edit-profile');
  await detailsForm(page).save.waitFor();
  await detailsForm(page).city.locator('option').nth(1).waitFor({ state: 'attached' });
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await check('details', 'alike');
  await detailsForm(page).name.fill('');
  await detailsForm(page).email.fill('nobody');
  await detailsForm(page).save.click();
  await page.getByText('Enter valid name').waitFor();
  await check('details, at fault', 'own colours');
  const { name, email, gender, age, city, save } = detailsForm(page);
  await name.fill(shopper.name);
  await email.fill('');
  await gender('Female').check();
  await age.fill('32');
  await city.selectOption({ index: 1 });
  await save.click();
  await toast(page).waitFor();
  await check('details, saved', 'own colours');
  await page.goto(`/demo/phone#${shopper.mobile}`);
  await page.getByText('gift voucher').waitFor();
  await check("the demonstration's phone", 'own colours');
  // Last, because the SMS are deleted too.
  await page.goto('/profile');
  await button(phone, 'Your data and consent').click();
  await button(phone, 'Withdraw and delete').click();
  await button(phone, 'OK').waitFor();
  await check('your data, erased');
};

const everyReward: CampaignPath = async (phone, check, { outcomes, fixed }) => {
  const { page } = phone;
  phone.allow(/ERR_FAILED/, /warning: spin failed/);
  await storeUnknownToken(phone);
  let voucher = 'sent';
  await changeResponse(page, 'getDetails', (resp) => ({ ...resp, statusCode: 200, voucher }));
  for (const { amount, screen } of outcomes) {
    await changeStoredSession(page, { winType: amount });
    await page.goto(`/${screen}`);
    await won(page, amount).waitFor();
    await page.locator('.ticket-news', { hasText: /INAAMB|INMTEA|INMSOD/ }).waitFor();
    await check(`Rs. ${amount}`, amount === outcomes[0]?.amount ? 'own colours' : 'alike');
  }
  // The longest sentence.
  voucher = 'failed';
  for (const { state, amount } of fixed.slice(0, 1)) {
    await changeStoredSession(page, { winType: amount, fromTN: 1 });
    await page.evaluate((own) => localStorage.setItem('userState', own), state);
    await page.goto('/');
    await won(page, amount).waitFor();
    await check(`fixed reward, Rs. ${amount}`);
  }
  await page.evaluate((name) => localStorage.setItem('userName', name), longName);
  await page.goto('/profile');
  await sentence(page, longName).waitFor();
  await page.locator('.profile-voucher').waitFor();
  await check('profile, a long name');
  if (fixed.length === 0) return;
  await changeStoredSession(page, { winType: null, fromTN: 1 });
  await abortCalls(page, 'getReward');
  await page.goto('/');
  await button(phone, 'Try again').waitFor();
  await check('fixed reward, not to be had', 'own colours');
};

const pageErrors: CampaignPath = async (phone, check, campaign) => {
  const { closed, errors } = campaign.words('en');
  const { page, context } = phone;
  phone.allow(/ERR_FAILED/, /ERR_INTERNET_DISCONNECTED/, /error: TypeError/, /resend failed/);
  await abortCalls(page, 'startSession');
  await page.goto(entry);
  await button(phone, 'Try again').waitFor();
  await check('no session', 'own colours');
  await page.unrouteAll();
  await button(phone, 'Try again').click();
  await acceptPrivacy(page);
  await register(page, newShopper());
  await context.setOffline(true);
  await sentence(page, errors.offlineNow).waitFor();
  await check('offline', 'own colours');
  await context.setOffline(false);
  for (const [programme, title] of [
    ['notStarted', closed.notStartedTitle],
    ['ended', closed.endedTitle],
    ['paused', closed.pausedTitle],
  ] as const) {
    await page.context().clearCookies();
    await page.evaluate(() => sessionStorage.clear());
    await changeResponse(page, 'startSession', (resp) => ({
      ...resp,
      statusCode: 200,
      campaign: programme,
    }));
    await page.goto(entry);
    await heading(page, title).waitFor();
    await check(`closed, ${programme}`, programme === 'ended' ? 'own colours' : 'alike');
  }
  await page.unrouteAll();
  await page.route(
    (url) => url.pathname === '/',
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('"steps":[', '"stairs":[');
      await route.fulfill({ response, body });
    },
  );
  await page.goto(entry);
  await heading(page, 'Unexpected Application Error!').waitFor();
  await check('an error that no screen handles', 'own colours');
};

const campaignPaths: readonly (readonly [string, CampaignPath])[] = [
  ['before the form', beforeTheForm],
  ['HOME', homeStates],
  ['from the code to the profile', fromCodeToProfile],
  ['every reward', everyReward],
  ['page errors', pageErrors],
];

export const screenStatePathsOf = (
  campaign: ServerCampaign,
): readonly (readonly [string, StatePath])[] =>
  campaignPaths.map(([name, visit]) => [name, (phone, check) => visit(phone, check, campaign)]);

export const screenStatePaths = screenStatePathsOf(await loadCampaign('biscuit-2025'));
