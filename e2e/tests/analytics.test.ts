// This file's own server has a campaign with all three tags, and fake hosts. The real policy
// applies: a request that it blocks fails the test.
import { describe, expect, test } from 'vitest';
import {
  codeForm,
  dialogOf,
  entry,
  menuIcon,
  newShopper,
  privacyNotice,
  profile,
  register,
  registration,
  shownAmount,
  sideMenu,
  spin,
  toForm,
  typeCode,
  wheel,
  won,
} from '../support/page-objects.ts';
import {
  eventsAt,
  fakeTagHosts,
  taggedCampaign,
  type HostBehaviour,
  type TagRequest,
} from '../support/fake-tag-hosts.ts';
import { useOwnServer } from '../support/product/own-server.ts';
import { usePhones, type Phone } from '../support/browser/phone.ts';
import { storedSession } from '../support/browser/browser-storage.ts';

const phones = usePhones();

const own = useOwnServer(async () => {
  const campaign = await taggedCampaign();
  return { change: () => campaign };
});

async function expectEvents(sent: readonly TagRequest[], events: readonly string[]): Promise<void> {
  const names: Record<string, string> = {
    get_otp: 'Lead',
    verify_otp: 'CompleteRegistration',
    open_contact: 'Contact',
  };
  const all = {
    google: events,
    meta: events.map((one) => names[one] ?? one),
    customerData: events,
  };
  await expect.poll(() => eventsAt(sent)).toEqual(all);
}

async function readAndClose({ page }: Phone, title: string): Promise<void> {
  await dialogOf(page, title).waitFor();
  await page.keyboard.press('Escape');
  await dialogOf(page, title).waitFor({ state: 'detached' });
}

describe('with all three tags', () => {
  test('[ANA-2] no foreign host gets a request before the Yes, nor after a No', async () => {
    const phone = await phones.open({ origin: own.origin });
    const { page } = phone;
    const sent = await fakeTagHosts(phone);
    await page.goto(entry);
    const { dialog, yes, no, submit } = privacyNotice(page);
    await dialog.getByRole('button', { name: 'Consent Notice' }).click();
    for (const company of [/Google Analytics/, /Meta \(Facebook/, /cdp\.example/]) {
      await dialogOf(page, 'Consent Notice').getByText(company).waitFor();
    }
    await readAndClose(phone, 'Consent Notice');
    await yes.check();
    const answered = page.waitForResponse(/getUserClick/);
    await no.check();
    await answered;
    await dialog.getByText('you are not allowed to participate').waitFor();
    await page.waitForLoadState('networkidle');
    expect(sent).toEqual([]);
    expect(new URL(page.url()).search).toBe('?utm_source=qrcode');

    await yes.check();
    await submit.click();
    await expectEvents(sent, ['accept_privacy']);
  });

  test('[ANA-1][ANA-2][ANA-3] each of the eight events reaches each of the three tags once, without personal data', async () => {
    const phone = await phones.open({ origin: own.origin, clock: true });
    const { page } = phone;
    const sent = await fakeTagHosts(phone);
    const shopper = newShopper({ name: 'Ashalata Venkataraman' });
    const query = `&utm_campaign=summer&id=pack77&name=Ashalata&mobile=${shopper.mobile}`;
    await toForm(phone, `${entry}${query}#${shopper.mobile}`);
    const session = await storedSession(page);
    await expectEvents(sent, ['accept_privacy']);
    expect(new URL(page.url()).href).toBe(`${own.origin}/`);

    await page.getByRole('button', { name: 'Terms & Conditions' }).click();
    await readAndClose(phone, 'Terms & Conditions');
    await menuIcon(page).click();
    await sideMenu(page).contact.click();
    await readAndClose(phone, 'Contact Us');
    const before = ['accept_privacy', 'open_terms', 'open_contact'];
    await expectEvents(sent, before);

    // Errors found by the form itself are not tracked.
    await registration(page).getOtp.click();
    await page.getByText('*Please enter your name').waitFor();
    await register(page, shopper);
    own.server.time.wall += 61_000;
    await page.clock.fastForward(61_000);
    await codeForm(page).resend.click();
    await codeForm(page).countdown.waitFor();
    const code = await own.codeOf(phone, shopper.mobile);
    await typeCode(page, code);
    await wheel(page).play.waitFor();
    await menuIcon(page).click();
    await profile(page).back.click();
    await spin(page);
    await shownAmount(page);
    const eight = ['get_otp', 'resend_otp', 'verify_otp', 'open_profile', 'spin_wheel'];
    await expectEvents(sent, [...before, ...eight]);

    const stored = await page.evaluate(() =>
      JSON.stringify([Object(window).dataLayer, document.title]),
    );
    const { accessToken, userKey, dataKey } = await storedSession(page);
    expect(userKey).toBe(session.userKey);
    const everything = [...sent.map(({ whole }) => whole), stored].join('\n').toLowerCase();
    expect(everything).toContain('spin_wheel');
    expect(everything).toContain('biscuit-2025');
    const { mobile } = shopper;
    const secrets = { userKey, dataKey, accessToken, code, mobile };
    for (const [name, secret] of Object.entries(secrets)) {
      expect(secret, name).toMatch(/\w{6}/);
      expect(everything, name).not.toContain((secret ?? '').toLowerCase());
    }
    for (const piece of ['ashalata', 'venkat', 'karnataka', 'pack77', 'utm_', 'summer']) {
      expect(everything).not.toContain(piece);
    }
    // No tag sees more than the page's address.
    for (const { url } of sent)
      expect(url.searchParams.get('dl') ?? own.origin).not.toMatch(/[?#]/);
  });
});

describe('tags that fail', () => {
  test.each<HostBehaviour>(['blocked', 'throwing', 'silent'])(
    '[ANA-3] hosts that are %s have no effect: the journey to the reward is the same',
    { tags: ['long'] },
    async (manner) => {
      const phone = await phones.open({ origin: own.origin });
      const { page } = phone;
      const sent = await fakeTagHosts(phone, manner);
      const shopper = newShopper();
      await toForm(phone);
      // All three scripts have been requested before the shopper continues.
      await expect.poll(() => new Set(sent.map(({ url }) => url.host)).size).toBe(3);
      await page.getByRole('button', { name: 'Terms & Conditions' }).click();
      await readAndClose(phone, 'Terms & Conditions');
      await register(page, shopper);
      await typeCode(page, await own.codeOf(phone, shopper.mobile));
      await wheel(page).play.waitFor();
      await menuIcon(page).click();
      await profile(page).back.click();
      await spin(page);
      await won(page, await shownAmount(page)).waitFor();
      await expect
        .poll(() => eventsAt(sent).customerData)
        .toEqual([
          'accept_privacy',
          'open_terms',
          'get_otp',
          'verify_otp',
          'open_profile',
          'spin_wheel',
        ]);
    },
  );

  test(
    '[ANA-3] without storage no tag is loaded and the address is unchanged',
    { tags: ['long'] },
    async () => {
      const forbid = () => {
        Object.defineProperty(window, 'sessionStorage', {
          get: () => {
            throw new DOMException('forbidden', 'SecurityError');
          },
        });
      };
      const phone = await phones.open({
        origin: own.origin,
        before: (page) => page.addInitScript(forbid),
      });
      const { page } = phone;
      const sent = await fakeTagHosts(phone);
      await toForm(phone);
      await page.getByRole('button', { name: 'Terms & Conditions' }).click();
      await readAndClose(phone, 'Terms & Conditions');
      await page.waitForLoadState('networkidle');
      expect(sent).toEqual([]);
      expect(new URL(page.url()).search).toBe('?utm_source=qrcode');
    },
  );
});
