// A proxy that cuts, garbles and holds back the product's responses.
import {
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { unwrapResponse } from '@inaam/contract/envelope.ts';
import {
  codeForm,
  fillForm,
  loader,
  newShopper,
  notification,
  registration,
  shownAmount,
  spin,
  toForm,
  toWheelByForms,
  acceptPrivacy,
  detailsForm,
  heading,
  privacyNotice,
  profile,
  sentence,
  toCode,
  toProfile,
  toWheel,
  typeCode,
  wheel,
  won,
} from '../support/page-objects.ts';
import { usePhones, type Phone } from '../support/browser/phone.ts';
import { pauseClock } from '../support/browser/page-time.ts';
import { readCode, readVoucher } from '../support/product/sms-inbox.ts';
import { callTo, abortCalls, recordRequests } from '../support/api-calls.ts';

type Tamper = (answer: Buffer, to: ServerResponse, status: number) => void;

const phones = usePhones();
const network = 'Please check your network and try again';
const generic = 'Something went wrong, try again after some time';
const json = { 'Content-Type': 'application/json' };

let between: Server;
let origin: string;
let tamper: Tamper | undefined;

beforeAll(async () => {
  between = createServer(forward);
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  const address = between.address();
  origin = `http://localhost:${typeof address === 'object' && address ? address.port : 0}`;
});
afterEach(() => (tamper = undefined));
afterAll(() => {
  between.closeAllConnections();
  between.close();
});

function forward(from: IncomingMessage, to: ServerResponse): void {
  const { url = '/', method, headers } = from;
  const address = new URL(url, inject('productUrl'));
  const onward = request(address, { method: method ?? 'GET', headers }, (answer) => {
    const status = answer.statusCode ?? 502;
    if (tamper === undefined || !url.startsWith('/api/users/register/')) {
      to.writeHead(status, answer.headers);
      answer.pipe(to);
      return;
    }
    const act = tamper;
    const parts: Buffer[] = [];
    answer.on('data', (part: Buffer) => parts.push(part));
    answer.on('end', () => act(Buffer.concat(parts), to, status));
  });
  onward.on('error', () => to.destroy());
  from.pipe(onward);
}

async function openFilledForm(): Promise<Phone> {
  const phone = await phones.open({
    origin,
    clock: true,
  });
  phone.allow(/Failed to load resource/, /server error: 50\d .*register/);
  await toForm(phone);
  await fillForm(phone.page, newShopper());
  return phone;
}

/** Registers with a broken response and expects the message; the form keeps its values. */
async function expectMessage({ page }: Phone, text: string, spoil: Tamper): Promise<void> {
  tamper = spoil;
  const { getOtp, name } = registration(page);
  await getOtp.click();
  await notification(page).getByText(text, { exact: true }).waitFor();
  expect(await name.inputValue()).toBe('Asha Rao');
  expect(await codeForm(page).otp.count()).toBe(0);
  await page.clock.fastForward(5000);
  await notification(page).waitFor({ state: 'detached' });
  expect(await getOtp.isEnabled()).toBe(true);
}

test(
  '[ERR-2] a connection lost before, in or after the head of a response is reported as a failed network',
  { tags: ['long'] },
  async () => {
    const phone = await openFilledForm();
    await expectMessage(phone, network, (_, to) => to.destroy());
    await expectMessage(phone, network, (answer, to) => {
      to.writeHead(200, { ...json, 'Content-Length': answer.length });
      to.flushHeaders();
      setImmediate(() => to.destroy());
    });
    await expectMessage(phone, network, (answer, to) => {
      to.writeHead(200, { ...json, 'Content-Length': answer.length });
      to.write(answer.subarray(0, 10), () => to.destroy());
    });
    // Only the responses were lost: the server has registered, and says so on the next try.
    tamper = undefined;
    await registration(phone.page).getOtp.click();
    await codeForm(phone.page).otp.waitFor();
  },
);

test(
  '[ERR-2] a response that does not arrive within 15 seconds counts as a failed network',
  { tags: ['long'] },
  async () => {
    const phone = await openFilledForm();
    const { page } = phone;
    const held: ServerResponse[] = [];
    tamper = (_, to) => held.push(to);
    await pauseClock(page);
    await registration(page).getOtp.click();
    await expect.poll(() => held.length).toBe(1);
    await page.clock.runFor(14_999);
    expect(await loader(page, 'Saving details...').isVisible()).toBe(true);
    await page.clock.runFor(1);
    await notification(page).getByText(network).waitFor();
    await page.clock.resume();
    for (const answer of held) answer.destroy();
    tamper = undefined;
    await registration(page).getOtp.click();
    await codeForm(page).otp.waitFor();
  },
);

test(
  '[ERR-5][ERR-4] a truncated, garbled, empty or foreign response shows the general message',
  { tags: ['long'] },
  async () => {
    const phone = await openFilledForm();
    const whole =
      (
        status: number,
        change: (answer: Buffer) => Uint8Array | string,
        type = 'application/json',
      ) =>
      (answer: Buffer, to: ServerResponse) => {
        to.writeHead(status, { 'Content-Type': type });
        to.end(change(answer));
      };
    const base64 = (answer: Buffer, length?: number) => {
      const resp = JSON.stringify(unwrapResponse(answer.toString('utf8')));
      return JSON.stringify({ resp: btoa(resp).slice(0, length) });
    };
    await expectMessage(
      phone,
      generic,
      whole(200, (answer) => answer.subarray(0, answer.length - 3)),
    );
    await expectMessage(
      phone,
      generic,
      whole(200, () => ''),
    );
    await expectMessage(
      phone,
      generic,
      whole(204, () => ''),
    );
    await expectMessage(
      phone,
      generic,
      whole(200, (answer) => answer.map((byte) => byte ^ 0x80)),
    );
    await expectMessage(
      phone,
      generic,
      whole(200, (answer) => base64(answer, 9)),
    );
    await expectMessage(
      phone,
      generic,
      whole(200, () => '<html>Sign in to the Wi-Fi</html>', 'text/html'),
    );
    await expectMessage(
      phone,
      generic,
      whole(502, () => '<h1>Bad Gateway</h1>', 'text/html'),
    );
    await expectMessage(
      phone,
      generic,
      whole(500, (answer) => answer),
    );
    // A complete base64 response is valid.
    tamper = whole(200, (answer) => base64(answer));
    await registration(phone.page).getOtp.click();
    await codeForm(phone.page).otp.waitFor();
  },
);

test('the whole journey works through a proxy', { tags: ['long'] }, async () => {
  const phone = await phones.open({ origin });
  await toWheelByForms(phone);
  await spin(phone.page);
  expect([3, 5, 10]).toContain(await shownAmount(phone.page));
});

// The page reports being offline, loses nothing typed, and repeats failed reads automatically.

const bar = 'Don’t worry, nothing you typed is lost.';
const goesOn = 'We’ll carry on as soon as you’re back online.';

test('[ERR-2] being offline is said once and as long as it lasts; what was submitted goes on by itself, unless it was changed; a call that the network drops once is repeated silently', async () => {
  const phone = await phones.open();
  const { page, context } = phone;
  phone.allow(/Failed to load resource/);
  await toForm(phone);
  const shopper = newShopper();
  await fillForm(page, shopper);
  const sent = recordRequests(page, 'register');
  await context.setOffline(true);
  await sentence(page, bar).waitFor();
  expect(await page.getByRole('status').filter({ hasText: bar }).count()).toBe(1);
  const { getOtp, name } = registration(page);
  await getOtp.click();
  await sentence(page, goesOn).waitFor();
  expect(await page.getByText('You are offline').count()).toBe(1);
  // Not repeated: there is no network.
  expect(sent).toHaveLength(1);
  await name.fill('Meera Nair');
  await sentence(page, bar).waitFor();
  await context.setOffline(false);
  await sentence(page, bar).waitFor({ state: 'detached' });
  expect(sent).toHaveLength(1);

  await context.setOffline(true);
  await getOtp.click();
  await sentence(page, goesOn).waitFor();
  await abortCalls(page, 'register', 1);
  await context.setOffline(false);
  await codeForm(page).otp.waitFor();
  expect(sent).toHaveLength(4);
  expect(await notification(page).count()).toBe(0);
  await typeCode(page, await readCode(shopper.mobile));

  await wheel(page).play.waitFor();
  const spun = recordRequests(page, 'getReward');
  await context.setOffline(true);
  await wheel(page).play.click();
  await sentence(page, goesOn).waitFor();
  expect(spun).toHaveLength(1);
  await context.setOffline(false);
  await shownAmount(page);
  expect(spun).toHaveLength(2);
});

test(
  '[ENT-1][ERR-2] a failed start is repeated automatically when the network is back',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open();
    const { page, context } = phone;
    phone.allow(/ERR_FAILED/);
    await abortCalls(page, 'startSession', 2);
    await page.goto('/?utm_source=qrcode');
    await heading(page, 'Please check your network and try again').waitFor();
    await context.setOffline(true);
    await sentence(page, bar).waitFor();
    await context.setOffline(false);
    await acceptPrivacy(page);
    await registration(page).getOtp.waitFor();
  },
);

test(
  '[EDP-1][ERR-2] details that failed to load are fetched again when the network is back',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open();
    const { page, context } = phone;
    phone.allow(/Failed to load resource/);
    const { name } = await toProfile(phone);
    await context.setOffline(true);
    await profile(page).edit.click();
    await sentence(page, 'You are offline').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await context.setOffline(false);
    await detailsForm(page).save.waitFor();
    expect(await detailsForm(page).name.inputValue()).toBe(name);
  },
);

test(
  '[OTP-4][ERR-2] a fixed reward that could not be requested is granted when the network is back',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open();
    const { page, context } = phone;
    phone.allow(/Failed to load resource/, /warning: spin failed/);
    const shopper = newShopper({ state: 'Tamil Nadu' });
    await toCode(phone, shopper);
    await abortCalls(page, 'getReward', 2);
    await typeCode(page, await readCode(shopper.mobile));
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await context.setOffline(true);
    await sentence(page, bar).waitFor();
    await context.setOffline(false);
    await won(page, 3).waitFor();
  },
);

test('[WHL-7][SES-6] a reward whose response was lost is the same after a reload, and nothing was shown before', async () => {
  const phone = await phones.open();
  const { page } = phone;
  phone.allow(/ERR_FAILED/, /warning: spin failed/);
  const { mobile } = await toWheel(phone);
  const granted: unknown[] = [];
  const call = callTo('getReward');
  await page.route(call, async (route) => {
    granted.push(unwrapResponse(await (await route.fetch()).text())?.['winType']);
    await route.abort();
  });
  await wheel(page).play.click();
  await notification(page).getByText('Please check your network and try again').waitFor();
  expect(granted).toHaveLength(2);
  expect(await wheel(page).outcome.count()).toBe(0);
  expect(await page.evaluate(() => sessionStorage.getItem('inaam'))).toContain('"winType":null');
  await page.reload();
  await page.unroute(call);
  await spin(page);
  const amount = await shownAmount(page);
  expect(granted).toEqual([amount, amount]);
  expect((await readVoucher(mobile)).amount).toBe(amount);
  expect(await privacyNotice(page).dialog.count()).toBe(0);
});
