// `npm run pictures -- console`: each page of the console at three sizes, light and dark, filled,
// empty, failing and loading, in .screens/console/. `console sign-in empty-overview` takes these
// alone; `console readme` also stores those of the documents in docs/pictures/.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  temporaryConsole,
  type TemporaryConsole,
} from '@inaam/demo/temporary/temporary-console.ts';
import { launchChromium } from '@inaam/runtime/chromium.ts';
import { startPostgres } from '@inaam/runtime/postgres.ts';
import {
  startTestProvider,
  type TestProvider,
} from '@inaam/testing/server/console/openid-provider.ts';
import type { Browser, Page } from 'playwright-core';
import { showScheme } from '../support/checks/visual-checks.ts';
import {
  addRecipient,
  chooseCodes,
  findPerson,
  openPage,
  openSection,
  preview,
  overview,
} from '../console/console-pages.ts';
import { documentPictures, screensFolder } from './demonstration.ts';
import { writeIndex } from './sheets.ts';
import { consoleProvider, returnTo } from '@inaam/testing/server/console/single-sign-on.ts';

const folder = path.join(screensFolder, 'console');
const forReadme = process.argv.includes('readme');
const names = process.argv.slice(2).filter((word) => word !== 'readme');
const schemes = ['light', 'dark'] as const;
const sizes = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
/** Nobody has taken part in it. */
const emptyCampaign = 'goli-soda-2026';
const paths = {
  overview: '/',
  person: '/person',
  review: '/review',
  deliveries: '/deliveries',
  load: '/deliveries/load',
  draw: '/draw',
  campaign: '/campaign',
  'campaign-edit': '/campaign/edit',
  'campaign-preview': '/campaign/preview',
  'campaign-sms': '/campaign/sms',
  alerts: '/alerts',
  activity: '/activity',
};
/** The pictures of the documents, by screen. */
const documented = new Map([
  ['overview-all', 'console.png'],
  ['person', 'console-person.png'],
  ['deliveries', 'console-stock.png'],
  ['review', 'console-review.png'],
]);
const patienceMs = 60_000;
const files: string[] = [];

type Screen = { name: string; open: (page: Page) => Promise<unknown> };

function screensOf(product: TemporaryConsole): Screen[] {
  const { link, examples } = product;
  const enter = async (page: Page) => {
    await page.goto(link);
    await overview.title(page).waitFor();
  };
  return [
    ...signInScreensOf(product),
    ...withoutData(product),
    ...(['overview', 'overview-today', 'overview-all', 'overview-state'] as const).map((name) => ({
      name,
      open: async (page: Page) => {
        await enter(page);
        if (name === 'overview-today') await overview.choose(page, 'Today');
        if (name === 'overview-all') await overview.choose(page, 'All');
        await overview.plots(page).waitFor();
        if (name !== 'overview-state') return;
        await page.getByText('State', { exact: true }).click();
        await page.getByRole('button', { name: 'Maharashtra', exact: true }).click();
        await page.getByRole('list', { name: 'Filters' }).waitFor();
      },
    })),
    {
      name: 'deliveries',
      open: async (page) => {
        await enter(page);
        await openPage(page, 'Stock and delivery');
        await page.getByRole('heading', { name: 'Single vouchers' }).waitFor();
      },
    },
    {
      name: 'load',
      open: async (page) => {
        await enter(page);
        await openPage(page, 'Stock and delivery');
        await page.getByRole('link', { name: 'Load codes' }).first().click();
        await chooseCodes(page, ['INM-00000001,3', '=INM-00000002,3', 'INM-00000003,4']);
        await page.getByRole('button', { name: 'Check the file' }).click();
        await page.getByRole('heading', { name: 'Nothing can be loaded' }).waitFor();
      },
    },
    {
      name: 'draw',
      open: async (page) => {
        await enter(page);
        await openPage(page, 'Draw');
        await page.getByRole('heading', { name: 'Deck and pools' }).waitFor();
      },
    },
    ...(['Status', 'Edit', 'Preview', 'SMS'] as const).map((section) => ({
      name: `campaign-${section.toLowerCase()}`,
      open: async (page: Page) => {
        await enter(page);
        await openPage(page, 'Campaign');
        await openSection(page, section);
        if (section === 'Preview') await preview.shown(page, 'HOME');
      },
    })),
    ...(['review', 'cluster'] as const).map((name) => ({
      name,
      open: async (page: Page) => {
        await enter(page);
        await openPage(page, 'Review');
        const cluster = page.getByRole('link', { name: /8 numbers were verified on one device/ });
        await cluster.first().waitFor();
        if (name === 'review') return;
        await cluster.first().click();
        await page.getByRole('list', { name: 'People' }).waitFor();
      },
    })),
    ...(['alerts', 'alerts-dialog', 'alerts-filled'] as const).map((name) => ({
      name,
      open: async (page: Page) => {
        await enter(page);
        await openPage(page, 'Alerts');
        const add = page.getByRole('button', { name: /^Add (?:yourself|a recipient)$/ });
        await add.waitFor();
        if (name === 'alerts') return;
        if ((await page.getByRole('listitem').filter({ hasText: 'Asha' }).count()) === 0) {
          await add.click();
          if (name === 'alerts-dialog') return;
          await addRecipient(page, 'Asha Rao, Acme Tea', 'hooks.slack.com/services/T0/B0/4f7a');
        }
        await page.getByRole('button', { name: 'Send a test to Asha Rao' }).click();
        await page.getByText('did not reach').first().waitFor();
      },
    })),
    {
      name: 'activity',
      open: async (page) => {
        await enter(page);
        await openPage(page, 'Activity');
        await page.getByRole('list', { name: 'Activity' }).first().waitFor();
      },
    },
    {
      name: 'person-unknown',
      open: async (page) => {
        await enter(page);
        await openPage(page, 'Find a shopper');
        await findPerson(page, '9000000001', 'Ticket 4711: no voucher');
        await page.getByRole('alert').waitFor();
      },
    },
    ...[
      { name: 'person', what: 'Got the voucher' },
      { name: 'person-failed', what: 'The voucher did not arrive' },
      { name: 'person-waiting', what: 'Waits for the voucher' },
      { name: 'person-unverified', what: 'Did not enter the OTP' },
    ].map(({ name, what }) => ({
      name,
      open: async (page: Page) => {
        await enter(page);
        await openPage(page, 'Find a shopper');
        const example = examples.find((one) => one.what === what);
        await findPerson(page, example?.mobile ?? '', 'Ticket 4711: no voucher');
        await page.getByRole('heading', { name: 'What happened' }).waitFor();
      },
    })),
  ];
}

/** The pages of a campaign without shoppers, and of a console whose calls fail or never end. */
function withoutData({ origin, link }: TemporaryConsole): Screen[] {
  return Object.entries(paths).flatMap(([name, address]) =>
    (['empty', 'failing', 'loading'] as const).map((state) => ({
      name: `${state}-${name}`,
      open: async (page: Page) => {
        await page.goto(link);
        await overview.title(page).waitFor();
        await page.route('**/api/**', async (route) => {
          if (state === 'empty' || route.request().url().endsWith('/session')) {
            await route.continue();
          } else if (state === 'failing') await route.fulfill({ status: 500, json: {} });
        });
        await page.goto(`${origin}/c/${emptyCampaign}${address}`);
        await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
        if (name === 'person' && state !== 'empty')
          await findPerson(page, '9876543210', 'Ticket 7');
        if (state !== 'loading') await page.waitForLoadState('networkidle');
      },
    })),
  );
}

function signInScreensOf({ origin, invite, endSessions }: TemporaryConsole): Screen[] {
  const name = 'Asha Rao';
  const company = (page: Page) => page.getByRole('button', { name: 'Sign in with Acme Tea' });
  const openInvitation = async (page: Page) => {
    await page.goto(await invite(name, 'support'));
    await company(page).waitFor();
  };
  return [
    {
      name: 'sign-in',
      open: async (page) => {
        await page.goto(origin);
        await company(page).waitFor();
      },
    },
    { name: 'invitation', open: openInvitation },
    {
      name: 'sign-in-refused',
      open: async (page) => {
        await page.goto(`${origin}/sign-in/return#error=access_denied`);
        await page.getByRole('alert').waitFor();
        await company(page).waitFor();
      },
    },
    {
      name: 'session-ended',
      open: async (page) => {
        await openInvitation(page);
        await company(page).click();
        await page.getByRole('link', { name: 'Continue as asha' }).click();
        await overview.title(page).waitFor();
        await openPage(page, 'Find a shopper');
        await endSessions(name, 'support');
        await findPerson(page, '9876543210', 'Ticket 4711: no voucher');
        await company(page).waitFor();
      },
    },
  ];
}

const colleagues = [{ subject: 'asha', email: 'asha@tea.example', isVerified: true }];
let provider: TestProvider | undefined;
const dataFolder = await mkdtemp(path.join(tmpdir(), 'inaam-console-screens-'));
const postgres = await startPostgres({ dataFolder, durable: false });
try {
  const product = await temporaryConsole(postgres.url, {
    shoppers: 6000,
    ...(forReadme ? {} : { further: emptyCampaign }),
    days: 21,
    providerFor: async (origin) => {
      provider = await startTestProvider({ returnTo: returnTo(origin), colleagues });
      return consoleProvider(provider);
    },
  });
  const browser = await launchChromium();
  try {
    await mkdir(folder, { recursive: true });
    for (const screen of screensOf(product)) {
      if (names.length === 0 || names.includes(screen.name)) await takeAll(browser, screen);
    }
    await writeIndex(folder, 'The console', files);
    process.stdout.write(`Look at ${folder}\n`);
  } finally {
    await browser.close();
    await product.stop();
    await provider?.stop();
  }
} finally {
  await postgres.discard();
  await rm(dataFolder, { recursive: true, force: true });
}

async function takeAll(browser: Browser, { name, open }: Screen): Promise<void> {
  const context = await browser.newContext({
    viewport: sizes[0] ?? null,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  await open(page);
  const picture = documented.get(name);
  for (const size of sizes) {
    await page.setViewportSize(size);
    if (forReadme && picture !== undefined && size.width === 1280) {
      await showScheme(page, 'light');
      await page.screenshot({ path: path.join(documentPictures, picture) });
    }
    // Frames outside the window are not painted, and fixed elements would cover the page. Plots
    // follow a new width one frame later.
    const height = await page.evaluate(
      () =>
        new Promise<number>((done) =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() => done(document.documentElement.scrollHeight)),
          ),
        ),
    );
    await page.setViewportSize({ ...size, height: Math.max(size.height, height) });
    for (const colorScheme of schemes) {
      await showScheme(page, colorScheme);
      const file = path.join(`${size.width}-${colorScheme}`, `${name}.png`);
      await page.screenshot({ path: path.join(folder, file) });
      files.push(file);
    }
  }
  await context.close();
}
