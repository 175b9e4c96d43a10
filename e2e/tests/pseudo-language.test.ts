/** @module-tag long */
// Every screen and dialog in a pseudo-language on a small phone: no
// text is hard-coded, and none is cut off when it is 40 % longer.
import path from 'node:path';
import { Shopper as Device } from '@inaam/testing/server/shopper/shopper.ts';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { entry, newShopper, type Shopper } from '../support/page-objects.ts';
import { usePhones, type Phone } from '../support/browser/phone.ts';
import { readPage } from '../support/checks/read-page.ts';
import { localizedPage } from '../support/localized-page.ts';
import { storedSession } from '../support/browser/browser-storage.ts';
import { respond, abortCalls, holdCalls } from '../support/api-calls.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { Words } from '@inaam/campaigns/public/words.ts';

const phones = usePhones();
const site = path.resolve(import.meta.dirname, '..', '..', 'web', 'dist');
let server: TestServer;
let origin: string;
beforeAll(async () => {
  const change = (campaign: TestServer['campaign']) =>
    pseudoCampaign(campaign, [...campaign.languages, pseudoLanguage]);
  server = await testServer({ site, change });
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());
beforeEach(() => {
  server.time.campaign = Date.parse('2025-07-01T06:00:00Z');
});

const name = 'Asha Rao';
/** Texts that may be unaccented, and why. */
const values: [RegExp, why: string][] = [
  [/support@inaam\.example/, 'an address'],
  [new RegExp(name), 'what the shopper has typed'],
  [/Tamil Nadu/, 'the list’s name of a state, filled in'],
  [/[0-9a-f]{64}/, 'the fingerprint of the draw'],
  [/\d+ (?:second|minute)s?\b/, 'a wait, spelled by the browser'],
  [/\d, and \d/, 'a list of amounts, spelled by the browser'],
  [/July \d+,/, 'the day by which a voucher comes, once it is known'],
];
const isHard = (text: string) =>
  /[A-Za-z]{2,}/.test(values.reduce((rest, [value]) => rest.replace(value, ''), text));

async function problemsOf(page: Page, screen: string): Promise<string[]> {
  const { texts, cut } = await readPage(page);
  expect(texts.length, screen).toBeGreaterThan(1);
  const hard = texts.filter(isHard);
  return [
    ...hard.map((text) => `${screen}: "${text}" is in no words`),
    ...cut.map((text) => `${screen}: ${text}`),
  ];
}

async function openPhone(options: { allow?: RegExp[] } = {}) {
  const phone = await phones.open({ origin });
  phone.allow(...(options.allow ?? []));
  const { page, context } = phone;
  const cookie = { name: `${server.campaign.contest}-lang`, value: pseudoLanguage, url: origin };
  await context.addCookies([cookie]);
  const words = server.campaign.words(pseudoLanguage);
  const localized = localizedPage(page, words);
  const problems: string[] = [];
  const check = async (screen: string) => {
    await page.waitForFunction(() =>
      document.getAnimations().every(({ playState, effect }) => {
        const { iterations = 1 } = effect?.getTiming() ?? {};
        return playState !== 'running' || iterations === Number.POSITIVE_INFINITY;
      }),
    );
    problems.push(...(await problemsOf(page, screen)));
  };
  const checkDialog = async (opener: string, title: string) => {
    await localized.button(opener).first().click();
    await localized.dialog(title).waitFor();
    await check(title);
    await page.keyboard.press('Escape');
    await localized.dialog(title).waitFor({ state: 'detached' });
  };
  return { phone, page, words, localized, check, checkDialog, problems };
}

async function codeOf({ page }: Phone, mobile: string): Promise<string> {
  const device = new Device(server);
  device.userKey = (await storedSession(page)).userKey ?? '';
  return device.code(mobile);
}

type OpenedPhone = Awaited<ReturnType<typeof openPhone>>;

async function verified(
  { phone, localized }: OpenedPhone,
  part: Partial<Shopper> = {},
): Promise<Shopper> {
  const shopper = newShopper({ name, ...part });
  await localized.toForm();
  await localized.register(shopper);
  await localized.verify(await codeOf(phone, shopper.mobile));
  return shopper;
}

test('a pseudo-language is longer, in brackets, and keeps placeholders', () => {
  expect(pseudoText('Spin {amount}')).toBe('[Šþíñ {amount} ööööö]');
  expect(pseudoText('Spin').length).toBeGreaterThanOrEqual(6);
});

test('reading a page finds texts that are cut off, off screen, or for screen readers only', async () => {
  const { page } = await phones.open({ origin });
  await page.goto('about:blank');
  const check = async (body: string) => {
    await page.setContent(
      `<meta name="viewport" content="width=device-width"><title>t</title><body style="margin:0;font-size:16px">${body}`,
    );
    return readPage(page);
  };
  const long = 'A sentence that is far too long for its place on the screen';
  const cutOff = [
    `<p style="width:90px;white-space:nowrap;overflow:hidden">${long}</p>`,
    `<p style="width:90px;white-space:nowrap">${long}</p>`,
    `<p style="width:90px;height:20px;overflow:hidden">${long}</p>`,
    `<p style="position:absolute;left:300px;white-space:nowrap">${long}</p>`,
  ];
  for (const body of cutOff) {
    const { cut } = await check(body);
    expect(cut, body).toContainEqual(expect.stringContaining(long));
  }
  const whole = [
    `<p>${long}</p>`,
    `<p style="height:40px;overflow:auto;width:90px">${long}</p>`,
    `<p style="position:absolute;width:1px;height:1px;overflow:hidden">${long}</p>`,
  ];
  for (const body of whole) expect((await check(body)).cut, body).toEqual([]);
  const { texts } = await check(
    '<button aria-label="Named">x</button><img alt="Shown"><p hidden>Hidden</p>',
  );
  expect(texts).toEqual(['t', 'Named', 'Shown', 'x']);
});

test('before the form: no QR code, the menu, the closed page, a start that fails', async () => {
  const { page, words, localized, check, checkDialog, problems } = await openPhone({
    allow: [/ERR_FAILED/],
  });
  await page.goto('/');
  await page.locator('#first-paint').waitFor({ state: 'detached' });
  await localized.heading(words.notAllowed.message).waitFor();
  await check('not allowed');
  await checkDialog(words.menu.open, words.menu.label);
  for (const [item, title] of [
    [words.terms.title, words.terms.title],
    [words.contact.title, words.contact.title],
  ] as const) {
    await localized.button(words.menu.open).click();
    await localized.button(item, localized.dialog(words.menu.label)).click();
    await localized.dialog(title).waitFor();
    await check(title);
    await page.keyboard.press('Escape');
  }
  for (const [moment, title] of [
    ['2025-01-01', words.closed.notStartedTitle],
    ['2025-12-01', words.closed.endedTitle],
  ] as const) {
    server.time.campaign = Date.parse(`${moment}T00:00:00Z`);
    await page.goto(entry);
    await localized.heading(title).waitFor();
    await check(title);
  }
  await abortCalls(page, 'startSession', 2);
  await page.goto(entry);
  await localized.button(words.wheel.tryAgain).waitFor();
  await check('failed start');
  expect(problems).toEqual([]);
});

test('HOME: the notice, the form, its errors, its texts, the loader, the code', async () => {
  const { phone, page, words, localized, check, checkDialog, problems } = await openPhone({
    allow: [/status of 4\d\d/],
  });
  const letGo = await holdCalls(page, 'startSession');
  await page.goto(entry);
  await page.getByRole('alertdialog').waitFor();
  await check('loader');
  letGo();
  await localized.notice.waitFor();
  await localized.still();
  await check('privacy notice');
  await localized.notice.getByRole('checkbox', { name: words.privacy.no, exact: true }).check();
  await localized.sentence(words.privacy.refused).waitFor();
  await localized.still();
  await check('privacy notice, refused');
  await localized.agree();
  await check('home');
  for (const { title } of [words.terms, words.consentNotice, words.howTo]) {
    await checkDialog(title, title);
  }
  await localized.form.getOtp.click();
  await localized.sentence(words.home.errors.nameRequired).waitFor();
  await check('home, with faults');
  await localized.form.name.fill('A');
  await localized.form.mobile.fill('1');
  await localized.form.getOtp.click();
  await localized.sentence(words.home.errors.nameTooShort).waitFor();
  await check('home, with other faults');
  const shopper = newShopper({ name });
  const message = words.messages.participationLimit;
  await respond(page, 'register', { statusCode: 409, messageId: 'participationLimit', message }, 1);
  await localized.fill(shopper);
  await localized.form.getOtp.click();
  await localized.sentence(message).waitFor();
  await check('home, refused');
  await localized.register(shopper);
  await check('code');
  await localized.verify('12');
  await localized.sentence(words.otp.errors.notSixDigits).first().waitFor();
  await check('code, with a fault');
  await localized.verify(await codeOf(phone, shopper.mobile));
  await localized.play.waitFor();
  expect(problems).toEqual([]);
});

test('the wheel, the popup, the reward, the profile and its form', async () => {
  const opened = await openPhone({
    allow: [/status of 4\d\d/, /spin failed/, /ERR_FAILED/],
  });
  const { page, words, localized, check, checkDialog, problems } = opened;
  await verified(opened);
  await localized.play.waitFor();
  await check('wheel');
  const message = words.messages.invalidUser;
  await respond(page, 'getReward', { statusCode: 403, messageId: 'invalidUser', message }, 1);
  await localized.play.click();
  await localized.dialog(words.errors.popupTitle).waitFor();
  await check('popup');
  await localized.button(words.menu.close).first().click();
  await localized.spin();
  await localized.heading(words.reward.congratulations).waitFor();
  await check('reward');
  await localized.openProfile();
  await check('profile');
  await checkDialog(words.contact.title, words.contact.title);
  await localized.openDetails();
  await check('details');
  await localized.details.age.fill('1');
  await localized.details.save.click();
  await localized.sentence(words.editProfile.errors.genderRequired).waitFor();
  await check('details, with faults');
  expect(problems).toEqual([]);
});

test('the fixed reward, while it is requested, when that fails, and when it is granted', async () => {
  const opened = await openPhone({ allow: [/ERR_FAILED/, /spin failed/] });
  const { page, words, localized, check, problems } = opened;
  await abortCalls(page, 'getReward', 2);
  await verified(opened, { state: 'Tamil Nadu' });
  await localized.button(words.wheel.tryAgain).waitFor();
  await check('fixed reward, failed');
  await localized.button(words.wheel.tryAgain).click();
  await localized.heading(words.reward.congratulations).waitFor();
  await check('fixed reward');
  expect(problems).toEqual([]);
});

/** Made from English: accented, 40 % longer, in brackets. Text without brackets is hard-coded. */
const pseudoLanguage = 'en-XA';

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accented = 'áƀçðéƒĝĥíĵķļɱñóþǫŕšţúṽŵẋýžÁƁÇÐÉƑĜĤÍĴĶĻṀÑÓÞǪŔŠŢÚṼŴẊÝŽ';
const accents = new Map(Array.from(plain, (letter, at) => [letter, accented.charAt(at)]));

/** Placeholders in braces are unchanged. */
function pseudoText(text: string): string {
  const accented = text
    .split(/(\{[a-zA-Z]+\})/)
    .map((part) =>
      part.startsWith('{') ? part : part.replaceAll(/[a-zA-Z]/g, (one) => accents.get(one) ?? one),
    )
    .join('');
  const longer = Array.from({ length: Math.ceil(text.length * 0.4) }, (_, at) =>
    at % 7 === 0 ? ' ' : 'ö',
  ).join('');
  return `[${accented}${longer}]`;
}

function pseudoCampaign(campaign: ServerCampaign, languages: readonly string[]): ServerCampaign {
  const isPseudo = (language: string) => !campaign.languages.includes(language);
  const names: Readonly<Record<string, string>> = {
    ...campaign.publicCampaign('en').languageNames,
    [pseudoLanguage]: pseudoText('Pseudo'),
  };
  const languageNames = Object.fromEntries(languages.map((tag) => [tag, names[tag] ?? tag]));
  const cache = new Map<Words, Words>();
  return {
    ...campaign,
    languages,
    words: (language) => {
      const english = campaign.words(isPseudo(language) ? 'en' : language);
      if (!isPseudo(language)) return english;
      const words = cache.get(english) ?? mapText(english);
      cache.set(english, words);
      return words;
    },
    publicCampaign: (language) => {
      const part = campaign.publicCampaign(isPseudo(language) ? 'en' : language);
      const spoken = isPseudo(language) ? { language, words: mapText(part.words) } : {};
      return { ...part, languages, languageNames, ...spoken };
    },
  };
}

function mapText<T>(value: T): T;
function mapText(value: unknown): unknown {
  if (typeof value === 'string') return pseudoText(value);
  if (Array.isArray(value)) return value.map((item) => mapText<unknown>(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapText<unknown>(item)]),
  );
}
