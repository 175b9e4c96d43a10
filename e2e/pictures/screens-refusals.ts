// For `npm run screens`: refusals of the server, and pages outside the app, at which the tests'
// paths do not stop (support/screen-states.ts).
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { formatWait } from '@inaam/campaigns/public/format.ts';
import { fill } from '@inaam/campaigns/public/fill.ts';
import type { MessageWords } from '@inaam/campaigns/public/words.ts';
import { respond } from '../support/api-calls.ts';
import {
  closeNotification,
  codeForm,
  dialogOf,
  entry,
  fillForm,
  heading,
  newShopper,
  notification,
  register,
  registration,
  sentence,
  toast,
  toForm,
  toWheel,
  typeCode,
  wheel,
} from '../support/page-objects.ts';
import type { Phone } from '../support/browser/phone.ts';

type Check = (stop: string) => Promise<void>;
type RefusalPath = (phone: Phone, check: Check, campaign: ServerCampaign) => Promise<void>;

const messageOf = ({ words }: ServerCampaign, name: keyof MessageWords, wait = '9 minutes') =>
  fill(words('en').messages[name], { wait });

const codeStates: RefusalPath = async (phone, check, campaign) => {
  const { page } = phone;
  phone.allow(/status of (4|5)\d\d/, /server error/, /resend failed/);
  const { otp } = campaign.words('en');
  const { resend } = codeForm(page);
  const askAgain = async () => {
    await page.clock.fastForward(61_000);
    await page.locator('button:enabled', { hasText: otp.resend }).waitFor();
  };
  await page.clock.install();
  await toForm(phone);
  await register(page, newShopper());
  await askAgain();
  await check('code, to be sent again');
  await respond(page, 'resendOtp', { statusCode: 500 }, 1);
  await resend.click();
  await sentence(page, otp.resendFailed).waitFor();
  await check('code, not sent again');
  const tooSoon = messageOf(campaign, 'tryAgain', formatWait(540, 'en'));
  await respond(page, 'resendOtp', { statusCode: 429, messageId: 'tryAgain', message: tooSoon }, 1);
  await resend.click();
  await sentence(page, tooSoon).waitFor();
  await check('code, asked for too often');
  // The server's clock has not moved.
  await respond(page, 'resendOtp', { statusCode: 200 }, 1);
  await resend.click();
  await toast(page).waitFor();
  await check('code, sent again');
  for (const [stop, messageId, message] of [
    ['expired', 'expiredOtp', otp.errors.expired],
    ['guarded', 'tryAgain', messageOf(campaign, 'guarded')],
  ] as const) {
    await respond(page, 'verifyOtp', { statusCode: 400, messageId, message }, 1);
    await typeCode(page, '123456');
    await sentence(page, message).waitFor();
    await check(`code, ${stop}`);
  }
};

const registrationRefused: RefusalPath = async (phone, check, campaign) => {
  const { page } = phone;
  phone.allow(/status of (4|5)\d\d/, /server error/);
  await toForm(phone);
  await fillForm(page, newShopper());
  for (const [stop, statusCode, messageId] of [
    ['has claimed', 409, 'participationLimit'],
    ['too often', 429, 'tryAgain'],
    ['a number refused', 400, 'invalidMobile'],
  ] as const) {
    const message = messageOf(campaign, messageId);
    await respond(page, 'register', { statusCode, messageId, message }, 1);
    await registration(page).getOtp.click();
    await page.locator('form [role=alert], form .errors').first().waitFor();
    await check(`HOME, ${stop}`);
  }
  await respond(page, 'register', { statusCode: 500 }, 1);
  await registration(page).getOtp.click();
  await notification(page).waitFor();
  await check('HOME, an error of the server');
  await closeNotification(page);
  await respond(page, 'register', { statusCode: 401 }, 1);
  await registration(page).getOtp.click();
  await notification(page).waitFor();
  await check('HOME, a session that has expired');
};

const wheelRefused: RefusalPath = async (phone, check, campaign) => {
  if (campaign.id !== 'biscuit-2025') return;
  const { page } = phone;
  phone.allow(/status of (4|5)\d\d/, /server error/, /spin failed/);
  await toWheel(phone);
  const message = messageOf(campaign, 'pacedOut', '14 hours');
  await respond(page, 'getReward', { statusCode: 429, messageId: 'tryAgain', message }, 1);
  await wheel(page).play.click();
  const popup = dialogOf(page, campaign.words('en').errors.popupTitle);
  await popup.waitFor();
  await check('wheel, no card is left today');
  await page.keyboard.press('Escape');
  await popup.waitFor({ state: 'detached' });
  await respond(page, 'getReward', { statusCode: 500 }, 1);
  await wheel(page).play.click();
  await notification(page).waitFor();
  await check('wheel, an error of the server');
};

const pagesOutside: RefusalPath = async (phone, check, campaign) => {
  const { page } = phone;
  phone.allow(/status of 404/);
  const { messages, menu } = campaign.words('en');
  await page.goto('/draw/');
  await heading(page, 'How the draw is fair').waitFor();
  await check('how the draw is fair');
  await page.goto('/draw/nothing');
  await heading(page, messages.notFound).waitFor();
  await check('not found');
  await toForm(phone);
  await page.locator('#root .language-switch').click();
  await dialogOf(page, menu.language).waitFor();
  await check('languages');
  // Both kinds of campaign may be extended.
  await page.route(/utm_source=qrcode$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      '"programme":',
      '"lastDayMoved":"later","programme":',
    );
    await route.fulfill({ response, body });
  });
  await page.goto(entry);
  await page.locator('#root .welcome-moved').waitFor();
  await check('HOME, the last day was moved');
};

const tooOld: RefusalPath = async (phone, check) => {
  const { page } = phone;
  await page.addInitScript(() => Reflect.deleteProperty(HTMLScriptElement.prototype, 'noModule'));
  await page.route(/utm_source=qrcode$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('type="module"', 'type="text/x-module"');
    await route.fulfill({ response, body });
  });
  await page.goto(entry);
  await page.getByRole('alert').first().waitFor();
  await check('a browser that is too old');
};

const paths: readonly (readonly [string, RefusalPath])[] = [
  ['the code refused', codeStates],
  ['HOME refused', registrationRefused],
  ['the wheel refused', wheelRefused],
  ['outside the app', pagesOutside],
  ['too old', tooOld],
];

export const refusalPathsOf = (campaign: ServerCampaign) =>
  paths.map(
    ([name, visit]) =>
      [name, (phone: Phone, check: Check) => visit(phone, check, campaign)] as const,
  );
