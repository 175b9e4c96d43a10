// `npm start` as a developer uses it: twice on the same data, on a busy port, stopped by Ctrl-C.
import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { createServer } from 'node:net';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { calls } from '@inaam/contract/calls.ts';
import { consoleCalls, type ConsoleCallName } from '@inaam/contract/console/calls.ts';
import { unwrapResponse } from '@inaam/contract/envelope.ts';
import { freePort } from '@inaam/runtime/port.ts';
import { durableTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { readSettings } from './settings.ts';
import { endDemos, startDemo } from '@inaam/testing/demonstration/demo-process.ts';
import { folderOfFile } from '@inaam/testing/setup/folders.ts';

const folder = await folderOfFile();
afterEach(endDemos);

async function session(origin: string, fields: object) {
  const response = await fetch(`${origin}/api/${calls.startSession.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ utm_source: 'qrcode', ...fields }),
  });
  return calls.startSession.answer.parse(unwrapResponse(await response.text()));
}

test('starts, prints its address, stops at Ctrl-C without leftovers, and remembers its shoppers at the next start; with an output that cannot be written it says why and stops', async () => {
  const { port } = await freePort(3900, '127.0.0.1');
  const own = path.join(folder, 'own');
  const first = await startDemo({ folder: own, port });
  const { token, campaign } = await session(first.origin, {});
  expect(campaign).toBe('open');
  expect(first.output()).toContain(`http://localhost:${port}/?utm_source=qrcode`);
  expect(first.output()).toContain(`http://localhost:${port}/demo/phone`);
  const link = await enterConsole(first.output());
  const [, hash = ''] = /Commitment of the draw: ([0-9a-f]{64})/.exec(first.output()) ?? [];
  const document = await (await fetch(`${first.origin}/draw/commitment.json`)).bytes();
  expect(createHash('sha256').update(document).digest('hex')).toBe(hash);
  expect((await fetch(`${first.origin}/demo/messages?to=9876543210`)).status).toBe(200);
  expect(await first.leftovers()).not.toEqual([]);
  expect(await first.interrupt()).toBe(0);
  expect(await first.leftovers()).toEqual([]);
  expect((await stat(path.join(own, 'secrets.json'))).mode & 0o777).toBe(0o600);

  const second = await startDemo({ folder: own, port });
  expect(second.output()).not.toContain('Commitment of the draw');
  const again = await session(second.origin, { masterKey: token?.userKey });
  expect(again.token).toMatchObject({ userKey: token?.userKey, dataKey: token?.dataKey });
  expect(await enterConsole(second.output())).not.toBe(link);
  expect(await second.interrupt()).toBe(0);
  expect(await second.leftovers()).toEqual([]);

  await using full = await open('/dev/full', 'w');
  const third = await startDemo({ folder: own, port, stdout: full.fd, expectStart: false });
  expect(await third.exit()).toBe(1);
  expect(third.output()).toContain('the output could not be written (ENOSPC)');
  expect(third.output()).not.toMatch(/\n {4}at /);
  expect(await third.leftovers()).toEqual([]);
});

/** Signs in twice with the printed link, as after a reload. @returns its token */
async function enterConsole(output: string): Promise<string> {
  const [, origin = '', token = ''] =
    /Console +(http:\/\/localhost:\d+)\/enter#([\w-]+)/.exec(output) ?? [];
  expect(await (await fetch(`${origin}/enter`)).text()).toContain('<script');
  for (const time of [1, 2]) {
    const ask = (call: ConsoleCallName, fields: object, cookie = '') =>
      fetch(`${origin}/api/${consoleCalls[call].path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin, cookie },
        body: JSON.stringify(fields),
      });
    const entered = await ask('enterByLink', { token });
    expect([time, entered.status]).toEqual([time, 200]);
    const [cookie = ''] = entered.headers.getSetCookie();
    const session = await ask('readSession', {}, cookie.split(';')[0]);
    expect(await session.json()).toMatchObject({
      account: { name: 'Demo', role: 'manager' },
      isDemo: true,
    });
  }
  return token;
}

test(
  '[API-3] on a busy port it uses the next free one; its answers use the envelope of ANSWER_ENCODING',
  { tags: ['long'] },
  async () => {
    expect(readSettings({}).answerEncoding).toBe('object');
    const { port } = await freePort(3950, '127.0.0.1');
    const other = createServer().listen(port, '0.0.0.0');
    // Its name contains that of this folder; otherwise it would be refused.
    const { url, drop } = await durableTestDatabase('empty');
    onTestFinished(() => drop());
    const environment = { ANSWER_ENCODING: 'base64', DATABASE_URL: url };
    const demo = await startDemo({ folder, port, environment });
    try {
      expect(demo.output()).toContain(`Port ${port} is in use`);
      expect(new URL(demo.origin).port).not.toBe(String(port));
      const answer: unknown = await (await fetch(`${demo.origin}/api/nothing`)).json();
      expect(answer).toEqual({ resp: expect.any(String) });
      expect((await session(demo.origin, {})).campaign).toBe('open');
    } finally {
      await demo.interrupt();
      other.close();
    }
  },
);

test.each([
  [{ PORT: 'eighty' }, 'PORT must be a whole number from 1 to 65535'],
  [{ ANSWER_ENCODING: 'xml' }, 'ANSWER_ENCODING must be object or base64'],
  [{ IP_DATABASE: 'no-such-file.mmdb' }, 'IP_DATABASE names a file that cannot be read (ENOENT).'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must begin with postgres://'],
  [{ DATABASE_URL: 'postgres://db/inaam' }, 'not for the demonstration'],
  [{ DATABASE_URL: 'postgres://demo@db' }, 'not for the demonstration'],
])('[CAM-5] the settings %j are refused', (environment, sentence) => {
  expect(() => readSettings(environment)).toThrow(sentence);
});

async function startInVain(environment: Record<string, string>) {
  const demo = await startDemo({ folder, port: 3990, environment, expectStart: false });
  return { exit: await demo.exit(), output: demo.output() };
}

/** Without a stack. */
const saying = (sentence: string) => ({
  exit: 1,
  output: expect.stringMatching(new RegExp(`^(?![^]*\\n\\s+at )[^]*${sentence}`)),
});

test(
  '[CAM-5] started on a database or with a campaign that is not there it reports that and exits',
  { tags: ['long'] },
  async () => {
    const environment = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/demo' };
    expect(await startInVain(environment)).toEqual(saying('The database cannot be reached'));
    expect(await startInVain({ CAMPAIGN: 'coffee' })).toEqual(saying('CAMPAIGN'));
  },
);
