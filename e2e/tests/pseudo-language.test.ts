// Every screen and dialog in a language that nobody speaks (`setup/pseudo.ts`), at the size of a
// small phone: no sentence stands in code, and none is cut off when it is two fifths longer.
import path from 'node:path';
import { Shopper as Device } from '@inaam/testing/server/shopper.ts';
import { testServer, type TestServer } from '@inaam/testing/server/test-server.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { entry, newShopper, type Shopper } from '../support/page-objects.ts';
import { usePhones, type Phone } from '../support/phone.ts';
import { pseudoLanguage, pseudoCampaign, pseudoText } from '../support/pseudo-language.ts';
import { readPage } from '../support/read-page.ts';
import { localizedPage } from '../support/localized-page.ts';
import { storedSession } from '../support/browser-storage.ts';
import { answerTransport, useDelayProxy } from '../support/answer-transport.ts';
import { respond, abortCalls, holdCalls } from '../support/api-calls.ts';

const phones = usePhones();
const wayTo = useDelayProxy();
const site = path.resolve(import.meta.dirname, '..', '..', 'web', 'dist');
let server: TestServer;
let origin: string;
beforeAll(async () => {
  const change = (campaign: TestServer['campaign']) =>
    pseudoCampaign(campaign, [...campaign.languages, pseudoLanguage]);
  server = await testServer({ site, answerEncoding: answerTransport().encoding, change });
  origin = await wayTo(await server.app.listen({ host: '127.0.0.1', port: 0 }));
});
afterAll(() => server.close());
beforeEach(() => {
  server.time.campaign = Date.parse('2025-07-01T06:00:00Z');
});

const name = 'Asha Rao';
/** What may stand there in plain letters, and why. */
const values: [RegExp, why: string][] = [
  [/^Inaam$/, 'the logo: the brand’s name is text'],
  [/support@inaam\.example/, 'an address'],
  [new RegExp(name), 'what the shopper has typed'],
  [/Tamil Nadu/, 'the list’s name of a state, filled in'],
  [/[0-9a-f]{64}/, 'the fingerprint of the draw'],
  [/\d+ (?:second|minute)s?\b/, 'a wait, spelled by the browser'],
  [/\d, and \d/, 'a list of amounts, spelled by the browser'],
];
const isHard = (text: string) =>
  /[A-Za-z]{2,}/.test(values.reduce((rest, [value]) => rest.replace(value, ''), text));

/** What stands in code, and what is cut off, on the screen at hand. */
async function faultsOf(page: Page, screen: string): Promise<string[]> {
  const { said, cut } = await readPage(page);
  expect(said.length, screen).toBeGreaterThan(1);
  const hard = said.filter(isHard);
  return [
    ...hard.map((text) => `${screen}: "${text}" is in no words`),
    ...cut.map((text) => `${screen}: ${text}`),
  ];
}

/** A phone, its road in this language, and what was found on it so far. */
async function walk(options: { allow?: RegExp[] } = {}) {
  const phone = await phones.open({ origin });
  phone.allow(...(options.allow ?? []));
  const { page, context } = phone;
  const cookie = { name: `${server.campaign.contest}-lang`, value: pseudoLanguage, url: origin };
  await context.addCookies([cookie]);
  const words = server.campaign.words(pseudoLanguage);
  const road = localizedPage(page, words);
  const faults: string[] = [];
  const look = async (screen: string) => {
    await page.waitForFunction(() =>
      document.getAnimations().every(({ playState, effect }) => {
        const { iterations = 1 } = effect?.getTiming() ?? {};
        return playState !== 'running' || iterations === Number.POSITIVE_INFINITY;
      }),
    );
    faults.push(...(await faultsOf(page, screen)));
  };
  const lookInto = async (opener: string, title: string) => {
    await road.button(opener).first().click();
    await road.dialog(title).waitFor();
    await look(title);
    await page.keyboard.press('Escape');
    await road.dialog(title).waitFor({ state: 'detached' });
  };
  return { phone, page, words, road, look, lookInto, faults };
}

async function codeOf({ page }: Phone, mobile: string): Promise<string> {
  const device = new Device(server);
  device.userKey = (await storedSession(page)).userKey ?? '';
  return device.code(mobile);
}

type Walk = Awaited<ReturnType<typeof walk>>;

async function verified({ phone, road }: Walk, part: Partial<Shopper> = {}): Promise<Shopper> {
  const shopper = newShopper({ name, ...part });
  await road.toForm();
  await road.register(shopper);
  await road.verify(await codeOf(phone, shopper.mobile));
  return shopper;
}

test('a pseudo-language is longer, in brackets, and lets placeholders alone', () => {
  expect(pseudoText('Spin {amount}')).toBe('[Šþíñ {amount} ööööö]');
  expect(pseudoText('Spin').length).toBeGreaterThanOrEqual(6);
});

test('a page is read with what is cut off, what sticks out, and what only a screen reader says', async () => {
  const { page } = await phones.open({ origin });
  await page.goto('about:blank');
  const look = async (body: string) => {
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
    const { cut } = await look(body);
    expect(cut, body).toContainEqual(expect.stringContaining(long));
  }
  const whole = [
    `<p>${long}</p>`,
    `<p style="height:40px;overflow:auto;width:90px">${long}</p>`,
    `<p style="position:absolute;width:1px;height:1px;overflow:hidden">${long}</p>`,
  ];
  for (const body of whole) expect((await look(body)).cut, body).toEqual([]);
  const { said } = await look(
    '<button aria-label="Named">x</button><img alt="Shown"><p hidden>Not said</p>',
  );
  expect(said).toEqual(['t', 'Named', 'Shown', 'x']);
});

test('among more than two languages the switch is a selector, each language by its own name', async () => {
  const { page, words, road } = await walk();
  await page.goto('/');
  // The app's own: the first paint can do nothing yet.
  const choose = page.locator('#root').getByRole('combobox', { name: words.menu.language });
  await choose.waitFor();
  expect(await choose.locator('option').allTextContents()).toEqual([
    'English',
    'हिन्दी',
    pseudoText('Pseudo'),
  ]);
  expect(await choose.inputValue()).toBe(pseudoLanguage);
  const box = await choose.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  const hindi = server.campaign.words('hi');
  await choose.selectOption('hi');
  await localizedPage(page, hindi).speaks('hi');
  await page.getByRole('combobox', { name: hindi.menu.language }).selectOption(pseudoLanguage);
  await road.heading(words.notAllowed.message).waitFor();
  await road.speaks(pseudoLanguage);
});

test('before the road: no QR code, the menu, the closed page, a start that fails', async () => {
  const { page, words, road, look, lookInto, faults } = await walk({ allow: [/ERR_FAILED/] });
  await page.goto('/');
  await page.locator('#first-paint').waitFor({ state: 'detached' });
  await road.heading(words.notAllowed.message).waitFor();
  await look('not allowed');
  await lookInto(words.menu.open, words.menu.label);
  for (const [way, title] of [
    [words.terms.title, words.terms.title],
    [words.contact.title, words.contact.title],
  ] as const) {
    await road.button(words.menu.open).click();
    await road.button(way, road.dialog(words.menu.label)).click();
    await road.dialog(title).waitFor();
    await look(title);
    await page.keyboard.press('Escape');
  }
  for (const [moment, title] of [
    ['2025-01-01', words.closed.notStartedTitle],
    ['2025-12-01', words.closed.endedTitle],
  ] as const) {
    server.time.campaign = Date.parse(`${moment}T00:00:00Z`);
    await page.goto(entry);
    await road.heading(title).waitFor();
    await look(title);
  }
  await abortCalls(page, 'startSession', 2);
  await page.goto(entry);
  await road.button(words.wheel.tryAgain).waitFor();
  await look('failed start');
  expect(faults).toEqual([]);
});

test('HOME: the notice, the form, its faults, its texts, the loader, the code', async () => {
  const { phone, page, words, road, look, lookInto, faults } = await walk({
    allow: [/status of 4\d\d/],
  });
  const letGo = await holdCalls(page, 'startSession');
  await page.goto(entry);
  await page.getByRole('alertdialog').waitFor();
  await look('loader');
  letGo();
  await road.notice.waitFor();
  await road.still();
  await look('privacy notice');
  await road.notice.getByRole('checkbox', { name: words.privacy.no, exact: true }).check();
  await road.says(words.privacy.refused).waitFor();
  await road.still();
  await look('privacy notice, refused');
  await road.agree();
  await look('home');
  for (const { title } of [words.terms, words.consentNotice, words.howTo]) {
    await lookInto(title, title);
  }
  await road.form.getOtp.click();
  await road.says(words.home.errors.nameRequired).waitFor();
  await look('home, with faults');
  await road.form.name.fill('A');
  await road.form.mobile.fill('1');
  await road.form.getOtp.click();
  await road.says(words.home.errors.nameTooShort).waitFor();
  await look('home, with other faults');
  const shopper = newShopper({ name });
  const message = words.messages.participationLimit;
  await respond(page, 'register', { statusCode: 409, messageId: 'participationLimit', message }, 1);
  await road.fill(shopper);
  await road.form.getOtp.click();
  await road.says(message).waitFor();
  await look('home, refused');
  await road.register(shopper);
  await look('code');
  await road.verify('12');
  await road.says(words.otp.errors.notSixDigits).first().waitFor();
  await look('code, with a fault');
  await road.verify(await codeOf(phone, shopper.mobile));
  await road.play.waitFor();
  expect(faults).toEqual([]);
});

test('the wheel, the popup, the reward, the profile and its form', async () => {
  const walking = await walk({
    allow: [/status of 4\d\d/, /spin failed/, /ERR_FAILED/],
  });
  const { page, words, road, look, lookInto, faults } = walking;
  await verified(walking);
  await road.play.waitFor();
  await look('wheel');
  const message = words.messages.invalidUser;
  await respond(page, 'getReward', { statusCode: 403, messageId: 'invalidUser', message }, 1);
  await road.play.click();
  await road.dialog(words.errors.popupTitle).waitFor();
  await look('popup');
  await road.button(words.menu.close).first().click();
  await road.spin();
  await road.heading(words.reward.congratulations).waitFor();
  await look('reward');
  await road.openProfile();
  await look('profile');
  await lookInto(words.contact.title, words.contact.title);
  await road.openDetails();
  await look('details');
  await road.details.age.fill('1');
  await road.details.save.click();
  await road.says(words.editProfile.errors.genderRequired).waitFor();
  await look('details, with faults');
  expect(faults).toEqual([]);
});

test('the fixed reward, while it is asked for, when that fails, and when it is there', async () => {
  const walking = await walk({ allow: [/ERR_FAILED/, /spin failed/] });
  const { page, words, road, look, faults } = walking;
  await abortCalls(page, 'getReward', 2);
  await verified(walking, { state: 'Tamil Nadu' });
  await road.button(words.wheel.tryAgain).waitFor();
  await look('fixed reward, failed');
  await road.button(words.wheel.tryAgain).click();
  await road.heading(words.reward.congratulations).waitFor();
  await look('fixed reward');
  expect(faults).toEqual([]);
});
