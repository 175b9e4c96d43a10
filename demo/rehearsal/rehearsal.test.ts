// `npx inaam rehearse` as an operator uses it, with the programs of production.
import { randomInt } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  endPrograms,
  startAsItIs,
  type Program,
} from '@inaam/testing/server/programs/program-process.ts';
import { Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { appAt } from '@inaam/testing/product/product.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'inaam-rehearse-test-'));
});
afterEach(endPrograms);
afterAll(() => rm(folder, { recursive: true, force: true }));

const mobile = '9876543210';
type Sms = { text: string }[];

async function startRehearsal(words: readonly string[] = []) {
  const port = randomInt(5600, 5900);
  const program = startAsItIs(
    ['demo/rehearse.ts'],
    // A database and secrets of the installation, which it must not touch.
    {
      PATH: process.env['PATH'] ?? '',
      TMPDIR: folder,
      CAMPAIGN: 'biscuit-2025',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/live',
      INDEX_SECRET: 'not-a-secret',
    },
    { words: ['--host', '127.0.0.1', '--port', String(port), ...words] },
  );
  const places = await waitUntil(() => {
    if (program.hasEnded()) throw new Error(`The rehearsal ended: ${program.output()}`);
    return /Site +(http:\S+?)\/\?.*\n.*SMS +(http:\S+?)\/demo\/phone#(\S+)[^]*Console +(http:\S+?)\/#\/invitation\/\S{43}\n[^]*Ctrl-C/.exec(
      program.output(),
    );
  });
  const [, site = '', phone = '', key = '', console = ''] = places ?? [];
  return { program, site, phone, key, console };
}

/** The processes that it started, by their environment or command. */
async function processesOf(): Promise<{ command: string; environment: string }[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const seen = await Promise.all(
    ids.map(async (id) => {
      const read = (name: string) => readFile(`/proc/${id}/${name}`, 'utf8').catch(() => '');
      return { command: await read('cmdline'), environment: await read('environ') };
    }),
  );
  return seen.filter(({ command, environment }) => (command + environment).includes(folder));
}

function shopperAt(site: string): Shopper {
  const unknown = (): never => {
    throw new Error('A rehearsal has no door but those of its shoppers.');
  };
  return new Shopper({
    app: appAt(site),
    time: {
      get wall() {
        return Date.now();
      },
    },
    get database() {
      return unknown();
    },
    get campaign() {
      return unknown();
    },
    get keys() {
      return unknown();
    },
  });
}

const giveKey = (phone: string, key: string) =>
  fetch(`${phone}/demo/key`, {
    method: 'POST',
    body: new URLSearchParams({ key }),
    redirect: 'manual',
  });

/** Asks as the phone's page does. */
const readPhone = (phone: string, cookie: string) =>
  fetch(`${phone}/demo/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ to: mobile }),
  });

async function smsMatching(phone: string, cookie: string, pattern: RegExp): Promise<string> {
  const found = await waitUntil(async () => {
    const messages: Sms = await (await readPhone(phone, cookie)).json();
    return messages.map(({ text }) => pattern.exec(text)?.[0]).find((one) => one !== undefined);
  });
  return found ?? '';
}

async function endsWithoutTrace(program: Program): Promise<void> {
  expect(await program.ended).toBe(0);
  expect(program.output()).toContain('Nothing of it remains.');
  expect(await processesOf()).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
}

test(
  'a shopper walks through a rehearsal, its SMS need the key, and nothing remains',
  { tags: ['long'] },
  async () => {
    const leftover = path.join(folder, 'inaam-rehearse-0123456789ab');
    await mkdir(leftover);
    await writeFile(path.join(leftover, 'draw-head'), '');
    const { program, site, phone, key, console } = await startRehearsal();
    expect(program.output()).toContain('contacts.email is the example');
    expect((await readdir(folder)).filter((name) => name.startsWith('inaam-'))).toHaveLength(1);
    for (const page of ['/?utm_source=qrcode', '/draw/']) {
      expect(await (await fetch(`${site}${page}`)).text()).toContain('Rehearsal: no real SMS');
    }
    expect((await fetch(`${site}/demo/phone`)).status).toBe(404);
    expect((await fetch(`${console}/ready`)).status).toBe(200);

    expect((await fetch(`${phone}/demo/phone`)).status).toBe(401);
    expect((await fetch(`${phone}/demo/messages?to=${mobile}`)).status).toBe(401);
    expect((await readPhone(phone, 'inaam-rehearsal=guess')).status).toBe(401);
    const given = await giveKey(phone, key.toLowerCase());
    expect(given.status).toBe(303);
    const [cookie = ''] = given.headers.getSetCookie();
    expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/);
    const token = cookie.split(';')[0] ?? '';
    expect(token).not.toContain(key);

    const shopper = shopperAt(site);
    expect(await shopper.register(mobile)).toMatchObject({ status: 200 });
    const code = await smsMatching(phone, token, /\b\d{6}\b/);
    expect(await shopper.verifyWith(code)).toMatchObject({ status: 200, resp: { fromTN: 0 } });
    const { resp } = await shopper.call('getReward');
    await smsMatching(
      phone,
      token,
      new RegExp(`\\bINM${String(resp['winType'])}(?:-[A-Z0-9]{4}){3}`),
    );

    const wrong = await Promise.all(Array.from({ length: 10 }, () => giveKey(phone, 'AAAAA')));
    expect(wrong.map(({ status }) => status)).toContain(429);

    const programs = (await processesOf()).filter(({ command }) => command.includes('program.ts'));
    expect(programs).toHaveLength(4);
    const withDraw = programs.filter(({ environment }) => environment.includes('DRAW_PART_ONE'));
    expect(withDraw.map(({ command }) => command.split('program.ts\0')[1]?.split('\0')[0])).toEqual(
      ['draw'],
    );
    for (const secret of [code, mobile]) expect(program.output()).not.toContain(secret);
    expect(program.output().split(key)).toHaveLength(2);
    program.kill('SIGINT');
    await endsWithoutTrace(program);
  },
);

test(
  'of a killed rehearsal no process remains, and the next one removes its data',
  { tags: ['long'] },
  async () => {
    const killed = await startRehearsal();
    killed.program.kill('SIGKILL');
    await waitUntil(async () => (await processesOf()).length === 0 || undefined);
    expect(await readdir(folder)).toHaveLength(1);
    const { program } = await startRehearsal(['--day', '2025-06-01', '--logs']);
    expect(program.output()).toContain('What a killed rehearsal had left is removed.');
    expect(program.output()).toContain('Its clock shows 2025-06-01: the campaign is open.');
    expect(program.output()).toContain('"program":"draw"');
    program.kill('SIGTERM');
    await endsWithoutTrace(program);
  },
);

test.each([
  [['--day', 'tomorrow'], '--day requires a date'],
  [['--day', '2026-02-30'], '--day requires a date'],
  [['--campaign', 'tea'], 'campaigns/tea: the folder with a campaign.json is missing.'],
])('%s is refused with its remedy', async (words, sentence) => {
  const program = startAsItIs(['demo/rehearse.ts'], { TMPDIR: folder, CAMPAIGN: 'x' }, { words });
  expect(await program.ended).not.toBe(0);
  expect(program.output()).toContain(sentence);
});
