// `npx inaam up` with real programs. The campaign is a demonstration, so only `draw` starts: the
// others refuse it.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import {
  committedBiscuitCampaign,
  drawVariables,
} from '@inaam/testing/server/campaign/committed-campaign.ts';
import {
  operatorFixture,
  runOperatorInProcess,
} from '@inaam/testing/server/operator/operator-in-process.ts';
import { runOperatorProcess } from '@inaam/testing/server/operator/operator-process.ts';
import {
  committedSecrets,
  endPrograms,
  ephemeralPort,
  startAsItIs,
  type Program,
} from '@inaam/testing/server/programs/program-process.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { upBySystemd } from './up.command.ts';
import { closedToUnits, withCredentials } from './systemd-units.ts';
import { environmentOf, pauseSeconds } from './up-programs.ts';
import { folderOfFile } from '@inaam/testing/setup/folders.ts';

const { DRAW_PART_ONE, DRAW_PART_TWO } = drawVariables(committedSecrets.draw);

const operators = operatorFixture();
const folder = await folderOfFile();
const variables = {
  PATH: process.env['PATH'] ?? '',
  INAAM_SETTINGS: path.join(folder, 'inaam.env'),
  DRAW_PART_ONE,
};
const listening = z.object({ port: z.number().transform(String) });
afterEach(endPrograms);
afterAll(() => operators.end());

/** With a committed campaign, and all settings. */
async function install(): Promise<void> {
  const { url, database } = await operators.newDatabase();
  await committedBiscuitCampaign(database, committedSecrets);
  const settings = {
    CAMPAIGN: 'biscuit-2025',
    DRAW_PORT: '0',
    DRAW_HEAD_FILE: path.join(folder, 'head.json'),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
  await writeFile(path.join(folder, 'inaam.env'), lines.join(''));
  const secrets = path.join(folder, 'secrets');
  await mkdir(secrets, { mode: 0o700 });
  const token = randomBytes(32).toString('base64');
  const files = { DATABASE_URL: url, DRAW_PART_TWO, DRAW_TOKEN: token };
  for (const [name, value] of Object.entries(files)) {
    await writeFile(path.join(secrets, name), `${value}\n`, { mode: 0o600 });
  }
}

const up = (): Program => startAsItIs(['server/main/operator.ts'], variables, { words: ['up'] });

async function outputOf(program: Program, pattern: RegExp, times = 1): Promise<void> {
  await waitUntil(() => {
    if (program.hasEnded()) throw new Error(`It ended: ${program.output()}`);
    return (program.output().match(new RegExp(pattern, 'g')) ?? []).length >= times;
  });
}

/** Of the programs of this installation. */
async function pidsOf(name: string): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((id) => /^\d+$/.test(id));
  const read = (id: string, what: string) =>
    readFile(`/proc/${id}/${what}`, 'utf8').catch(() => '');
  const found = await Promise.all(
    ids.map(async (id) => {
      const isOurs = (await read(id, 'environ')).includes(`INAAM_SETTINGS=${folder}`);
      return isOurs && (await read(id, 'cmdline')).includes(name) ? [Number(id)] : [];
    }),
  );
  return found.flat();
}

test(
  'a crashed program is started again, a killed supervisor leaves none, and a stop leaves nothing',
  { tags: ['long'] },
  async () => {
    await install();
    const killed = up();
    await outputOf(killed, /draw +ready/);
    expect(killed.output()).toContain("can read the draw's secret beside the site");
    await outputOf(killed, /serve +- INDEX_SECRET is missing/);
    await outputOf(killed, /serve +It does not start\. It is tried again in 30 s\./);
    const [crashing = 0, ...others] = await pidsOf('server/main/draw.ts');
    expect(others).toEqual([]);
    process.kill(crashing, 'SIGKILL');
    await outputOf(killed, /draw +It was ended by SIGKILL\. It is tried again in 1 s\./);
    await outputOf(killed, /draw +\{.*"Drawing\."/, 2);

    const second = await runOperatorProcess(['up'], variables);
    expect(second).toMatchObject({
      exit: 1,
      errors: expect.stringContaining(`under process ${killed.pid}`),
    });

    killed.kill('SIGKILL');
    await killed.ended;
    const next = up();
    await outputOf(next, /draw +\{.*"Drawing\."/);
    expect(await pidsOf('server/main/draw.ts')).toHaveLength(1);

    expect(await next.stop()).toBe(0);
    const ends = [...next.output().matchAll(/"program":"(\w+)".*"Stopped\."|^Stopped\.$/gm)];
    expect(ends.map(([line, program]) => program ?? line)).toEqual(['draw', 'Stopped.']);
    expect(await pidsOf('')).toEqual([]);
  },
);

test('each program gets its own settings alone', () => {
  const given = {
    ...variables,
    SERVE_DATABASE_URL: 'postgres://serve@127.0.0.1/inaam',
    DATABASE_URL: 'postgres://any@127.0.0.1/inaam',
    DRAW_DATABASE_URL: 'postgres://draw@127.0.0.1/inaam',
    DELIVER_VOUCHER_SEAL_KEYS: 'of deliver alone',
    AWS_SECRET_ACCESS_KEY: 'of another program',
  };
  const serve = environmentOf('serve', given);
  expect(Object.keys(serve)).toEqual(
    expect.arrayContaining(['PATH', 'INAAM_SETTINGS', 'SERVE_DATABASE_URL', 'DATABASE_URL']),
  );
  expect(JSON.stringify(serve)).not.toMatch(/DRAW_|VOUCHER_|AWS_/);
  const draw = environmentOf('draw', given);
  expect(draw).toMatchObject({ DRAW_PART_ONE: variables['DRAW_PART_ONE'] });
  expect(JSON.stringify(draw)).not.toMatch(/SERVE_|VOUCHER_|AWS_/);
  expect(environmentOf('deliver', given)).toHaveProperty('DELIVER_VOUCHER_SEAL_KEYS');
});

test('a unit gets the SMS secrets of now, and it is said what keeps it from starting', async () => {
  const place = await mkdtemp(path.join(folder, 'place-'));
  await mkdir(path.join(place, 'secrets'));
  await writeFile(path.join(place, 'secrets/OPTIONAL_SECRET'), '');
  const load = (name: string) => `LoadCredential=${name}:${place}/secrets/${name}`;
  const unit = [
    load('INDEX_SECRET'),
    load('SMS_SECRET_OLD'),
    `# With this secret: ${load('OPTIONAL_SECRET')}`,
    '# With this secret: LoadCredential=OTHER:/none',
    'MemoryMax=1G',
  ].join('\n');
  const sms = { serve: [], deliver: ['SMS_SECRET_NEW'] };
  const given = withCredentials('inaam-deliver.service', unit, place, sms);
  expect(given.text.split('\n')).toEqual([
    load('INDEX_SECRET'),
    load('OPTIONAL_SECRET'),
    load('SMS_SECRET_NEW'),
    '# With this secret: LoadCredential=OTHER:/none',
    'MemoryMax=1G',
  ]);
  expect(given.missing).toEqual(
    ['INDEX_SECRET', 'SMS_SECRET_NEW'].map((name) => `${place}/secrets/${name}`),
  );
  expect(withCredentials('inaam-deliver.service', given.text, place, sms)).toEqual(given);
});

test('it is said where the users of the units cannot run the project', async () => {
  const place = await mkdtemp('/var/tmp/inaam-closed-');
  const file = path.join(place, 'serve.ts');
  await writeFile(file, '');
  const why = () => closedToUnits('/etc/inaam', [file]);
  expect(why()).toContain(`others may not enter ${place}.`);
  await chmod(place, 0o755);
  expect(why()).toContain('programs do not see /var/tmp.');
  expect(closedToUnits('/etc/inaam', ['/usr/bin/env'])).toBeUndefined();
  await rm(place, { recursive: true });
});

test('under systemd only changed units are installed, and it says which programs are ready', async () => {
  const units = await mkdtemp(path.join(folder, 'units-'));
  const installed = await mkdtemp(path.join(folder, 'installed-'));
  for (const name of ['inaam.target', 'inaam-serve.service']) {
    await writeFile(path.join(units, name), name);
  }
  let isReady = true;
  const door = createServer((_, response) =>
    response.end(JSON.stringify({ ready: isReady, reason: 'some reason' })),
  );
  await once(door.listen(0, '127.0.0.1'), 'listening');
  const { port } = listening.parse(door.address());
  const asked: string[] = [];
  const printed: string[] = [];
  const run = (failing?: string) => {
    asked.length = 0;
    printed.length = 0;
    return upBySystemd({
      units,
      installed,
      variables: { DRAW_PORT: port, METRICS_PORT: port, CONSOLE_PORT: port },
      print: (line) => void printed.push(line),
      patienceSeconds: 0,
      systemctl: async (words) => {
        asked.push(words.join(' '));
        return { text: 'a reason', isDone: words[0] !== failing };
      },
    });
  };
  expect(await run()).toBe(true);
  expect(await readFile(path.join(installed, 'inaam.target'), 'utf8')).toBe('inaam.target');
  const enable = 'enable --now inaam.target';
  expect(asked).toEqual(['daemon-reload', 'try-restart inaam-serve.service', enable]);
  expect(printed).toContain('serve   ready');
  isReady = false;
  expect(await run()).toBe(false);
  expect(asked).toEqual(['daemon-reload', enable]);
  expect(printed).toContain('draw    not ready: some reason');
  expect(await run('enable')).toBe(false);
  expect(printed).toEqual(['systemctl enable --now inaam.target failed: a reason']);
  door.close();
});

test.each([
  ['the first crash', 0, { seconds: 5, refused: false }, 1],
  ['a second one soon after', 1, { seconds: 5, refused: false }, 2],
  ['one after many', 16, { seconds: 59, refused: false }, 30],
  ['one after a minute of health', 30, { seconds: 60, refused: false }, 1],
  ['a refusal to start, however often', 0, { seconds: 1, refused: true }, 30],
])('%s', (_, before, run, pause) => {
  expect(pauseSeconds(before, run)).toBe(pause);
});

test.each([
  ['biscuit-2025', ['draw', 'serve', 'console']],
  ['tea-demo', ['draw', 'deliver', 'serve', 'console']],
])(
  'without a database, the port of deliver is asked: one of %s answers',
  async (campaign, missing) => {
    const there = createServer((_, answer) =>
      answer.end(JSON.stringify({ ready: true, campaign })),
    );
    await once(there.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void there.close());
    const { port } = listening.parse(there.address());
    const free = String(await ephemeralPort('127.0.0.1'));
    const { json } = await runOperatorInProcess(['status', '--json'], {
      variables: {
        DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
        DRAW_PORT: free,
        SERVE_METRICS_PORT: free,
        CONSOLE_PORT: free,
        METRICS_PORT: port,
      },
    });
    expect(json()).toMatchObject({ good: false, missing });
  },
);
