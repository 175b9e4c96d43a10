// The paths to every screen, dialog and error state, for tests that check each of them.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import {
  acceptPrivacy,
  detailsForm,
  dialogOf,
  entry,
  fillForm,
  finishSpin,
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
  toAccessToken,
  toast,
  typeCode,
  wheel,
  won,
} from './page-objects.ts';
import { wrongCode, readCode } from './sms-inbox.ts';
import type { Phone } from './phone.ts';
import { changeStoredSession } from './browser-storage.ts';
import { respond, changeResponse, abortCalls, holdCalls } from './api-calls.ts';

/** Looks at what there is now. */
type Look = (stop: string) => Promise<void>;
type Road = (phone: Phone, look: Look) => Promise<void>;
/** A road as it goes in a campaign. */
type Way = (phone: Phone, look: Look, campaign: ServerCampaign) => Promise<void>;

/** As long as a name may be, and wider than most. */
const longName = 'Venkatanarasimharajuvari Mahammadal';

const button = ({ page }: Phone, name: string) => page.getByRole('button', { name, exact: true });

/** Before the form: who may not come in, the wait, the notice. */
const toTheDoor: Way = async (phone, look, campaign) => {
  const { privacy } = campaign.words('en');
  const { page } = phone;
  await page.goto('/');
  await scanSentence(page).waitFor();
  await look('not allowed');
  const letGo = await holdCalls(page, 'startSession');
  await page.goto(entry);
  await loader(page, 'Starting session...').waitFor();
  await look('loader');
  letGo();
  const { dialog, no } = privacyNotice(page);
  await dialog.waitFor();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await look('privacy notice');
  await no.check();
  await sentence(dialog, privacy.refused).waitFor();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await look('privacy notice, No');
};

/** HOME, its faults and all that opens from it. */
const throughHome: Way = async (phone, look) => {
  const { page } = phone;
  phone.allow(/ERR_FAILED/, /status of 503/, /server error/);
  await toForm(phone);
  await registration(page).state.locator('option').nth(1).waitFor({ state: 'attached' });
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await look('HOME');
  await registration(page).getOtp.click();
  await page.getByText('*Please enter your name').waitFor();
  await look('HOME, every field at fault');
  await fillForm(page, newShopper());
  await respond(page, 'register', { statusCode: 503, message: 'Many people are with us.' }, 1);
  await registration(page).getOtp.click();
  await notification(page).waitFor();
  await look('HOME, a refusal and its notification');
  await notification(page).getByRole('button', { name: 'Close' }).click();
  await menuIcon(page).click();
  await sideMenu(page).dialog.waitFor();
  await look('side menu');
  await sideMenu(page).contact.click();
  await dialogOf(page, 'Contact Us').waitFor();
  await look('contacts');
  await page.keyboard.press('Escape');
  for (const title of ['Terms & Conditions', 'Consent Notice', 'How To Participate']) {
    await button(phone, title).click();
    await dialogOf(page, title).waitFor();
    await look(title);
    await page.keyboard.press('Escape');
    await dialogOf(page, title).waitFor({ state: 'detached' });
  }
};

/** The code, the wheel and the reward; the profile and its form. */
const fromCodeToProfile: Way = async (phone, look) => {
  const { page } = phone;
  phone.allow(/status of 4\d\d/, /warning: spin failed/);
  const shopper = newShopper();
  await toForm(phone);
  await register(page, shopper);
  await look('code');
  const code = await readCode(shopper.mobile);
  await typeCode(page, wrongCode(code));
  await page.getByText('Please enter a valid OTP').waitFor();
  await look('code, wrong');
  await typeCode(page, code);
  const { play } = wheel(page);
  await play.waitFor();
  await look('wheel');
  const message = 'You cannot take part with this mobile number. Please write to us.';
  await respond(page, 'getReward', { statusCode: 403, messageId: 'invalidUser', message }, 1);
  await play.click();
  await dialogOf(page, 'Please note').waitFor();
  await look('error popup');
  await page.keyboard.press('Escape');
  await dialogOf(page, 'Please note').waitFor({ state: 'detached' });
  await menuIcon(page).click();
  await profile(page).edit.waitFor();
  await look('profile, from the wheel');
  await profile(page).back.click();
  await play.click();
  await page.waitForFunction(() => document.getAnimations().some(({ id }) => id === 'spin'));
  await look('wheel, turning');
  await finishSpin(page);
  await heading(page, 'Congratulations!').waitFor();
  await look('reward');
  // Where it opens the profile, the icon of the reward for Tamil Nadu opens the side menu.
  await page.goto('/profile');
  await profile(page).title.waitFor();
  await look('profile');
  await page.goto('/edit-profile');
  await detailsForm(page).save.waitFor();
  await detailsForm(page).city.locator('option').nth(1).waitFor({ state: 'attached' });
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await look('details');
  await detailsForm(page).name.fill('');
  await detailsForm(page).email.fill('nobody');
  await detailsForm(page).save.click();
  await page.getByText('Enter valid name').waitFor();
  await look('details, at fault');
  const { name, email, gender, age, city, save } = detailsForm(page);
  await name.fill(shopper.name);
  await email.fill('');
  await gender('Female').check();
  await age.fill('32');
  await city.selectOption({ index: 1 });
  await save.click();
  await toast(page).waitFor();
  await look('details, saved');
  await page.goto(`/demo/phone#${shopper.mobile}`);
  await page.getByText('gift voucher').waitFor();
  await look("the demonstration's phone");
};

/** Each reward by itself, the fixed one with its wait. */
const everyReward: Way = async (phone, look, { outcomes, fixed }) => {
  const { page } = phone;
  phone.allow(/ERR_FAILED/, /warning: spin failed/);
  await toAccessToken(phone);
  for (const { amount, screen } of outcomes) {
    await changeStoredSession(page, { winType: amount });
    await page.goto(`/${screen}`);
    await won(page, amount).waitFor();
    await look(`Rs. ${amount}`);
  }
  for (const { state, amount } of fixed.slice(0, 1)) {
    await changeStoredSession(page, { winType: amount, fromTN: 1 });
    await page.evaluate((own) => localStorage.setItem('userState', own), state);
    await page.goto('/');
    await won(page, amount).waitFor();
    await look(`fixed reward, Rs. ${amount}`);
  }
  await page.evaluate((name) => localStorage.setItem('userName', name), longName);
  await page.goto('/profile');
  await sentence(page, longName).waitFor();
  await look('profile, a long name');
  await changeStoredSession(page, { winType: null, fromTN: 1 });
  await abortCalls(page, 'getReward');
  await page.goto('/');
  await button(phone, 'Try again').waitFor();
  await look('fixed reward, not to be had');
};

/** What can go wrong with the page itself, and the programme that is not open. */
const whatGoesWrong: Way = async (phone, look, campaign) => {
  const { closed, errors } = campaign.words('en');
  const { page, context } = phone;
  phone.allow(/ERR_FAILED/, /ERR_INTERNET_DISCONNECTED/, /error: TypeError/, /resend failed/);
  await abortCalls(page, 'startSession');
  await page.goto(entry);
  await button(phone, 'Try again').waitFor();
  await look('no session');
  await page.unrouteAll();
  await button(phone, 'Try again').click();
  await acceptPrivacy(page);
  await register(page, newShopper());
  await context.setOffline(true);
  await sentence(page, errors.offlineNow).waitFor();
  await look('offline');
  await context.setOffline(false);
  for (const [programme, title] of [
    ['notStarted', closed.notStartedTitle],
    ['ended', closed.endedTitle],
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
    await look(`closed, ${programme}`);
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
  await look('an error that no screen handles');
};

const ways: readonly (readonly [string, Way])[] = [
  ['to the door', toTheDoor],
  ['through HOME', throughHome],
  ['from the code to the profile', fromCodeToProfile],
  ['every reward', everyReward],
  ['what goes wrong', whatGoesWrong],
];

/** The roads of a campaign, each with its name. A phone goes them in English. */
export const screenStatePathsOf = (
  campaign: ServerCampaign,
): readonly (readonly [string, Road])[] =>
  ways.map(([name, way]) => [name, (phone, look) => way(phone, look, campaign)]);

export const screenStatePaths = screenStatePathsOf(await loadCampaign('biscuit-2025'));
