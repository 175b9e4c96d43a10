// On a PostgreSQL of its own, whose users have passwords, and with real files.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { runOperatorInProcess } from '@inaam/testing/server/operator/operator-in-process.ts';
import {
  first,
  hasInit,
  testInstallation,
  type TestInstallation,
} from '../testing/installation.sql.ts';

const [tea, soda] = ['tea-demo', 'goli-soda-2026'];
let own: TestInstallation;

describe.skipIf(!hasInit)('several campaigns in one installation', () => {
  let added: Awaited<ReturnType<typeof runOperatorInProcess>>[];
  beforeAll(async () => {
    own = await testInstallation();
    added = [
      await add(tea, 'https://tea.example'),
      await add(soda, 'https://soda.example', 'Asha Rao'),
    ];
  });
  afterAll(() => own.discard());

  const operate = (words: readonly string[], more = {}) =>
    runOperatorInProcess(words, {
      variables: { CAMPAIGN: undefined, INAAM_SETTINGS: own.file, ...more },
    });
  const add = (id: string, site: string, holder = 'nobody') =>
    operate(['campaign', 'add', id, '--site', site, '--second-holder', holder, '--json']);
  const inFolder = (id: string, name: string) => path.join(own.folder, 'campaigns', id, name);
  const read = (id: string, name: string) => readFileSync(inFolder(id, name), 'utf8');
  const answer = z.object({
    files: z.array(z.object({ file: z.string(), state: z.string() })),
    steps: z.array(z.string()),
  });

  test('an added campaign has its own draw, site and ports, and nothing else of its own', async () => {
    expect(added[0]).toMatchObject({ exit: 0, errors: '' });
    expect((await readdir(inFolder(tea, 'secrets'))).toSorted()).toEqual([
      'DRAW_PART_ONE',
      'DRAW_PART_TWO',
      'DRAW_TOKEN',
    ]);
    for (const name of await readdir(inFolder(tea, 'secrets'))) {
      const secret = read(tea, `secrets/${name}`);
      expect(secret).not.toBe(readFileSync(path.join(own.folder, 'secrets', name), 'utf8'));
    }
    const names = read(tea, 'inaam.env').match(/^\w+(?==)/gm);
    expect(names).toEqual(
      `CAMPAIGN PUBLIC_ORIGIN PORT SERVE_METRICS_PORT DELIVER_METRICS_PORT DRAW_PORT
       DRAW_HEAD_FILE`.split(/\s+/),
    );
    const settings = await operate(['settings', '--for', 'serve', '--json']);
    const { campaigns } = z
      .object({ campaigns: z.array(z.object({ good: z.boolean() })) })
      .parse(settings.json());
    expect(campaigns.map(({ good }) => good)).toEqual([true, true, true]);
  });

  test('a third one listens beside them, and has the key that only its packs need', async () => {
    expect(added[1]).toMatchObject({ exit: 0, errors: '' });
    const ports = [tea, soda].flatMap((id) => read(id, 'inaam.env').match(/PORT=\d+/g) ?? []);
    const numbers = ports.map((line) => line.split('=')[1]);
    expect(new Set(numbers).size).toBe(8);
    for (const port of ['3000', '8090', '9464', '9465', '9466'])
      expect(numbers).not.toContain(port);
    expect(existsSync(inFolder(soda, 'secrets/DRAW_PART_TWO'))).toBe(false);
    expect(read(soda, 'secrets/PACK_KEYS')).toMatch(/^1:/);
    expect(read(soda, `systemd/inaam-serve@${soda}.service`)).toContain(
      `\nLoadCredential=PACK_KEYS:${inFolder(soda, 'secrets/PACK_KEYS')}\n`,
    );
    expect(answer.parse(added[1]?.json()).steps.join('\n')).toMatch(
      /max_connections = 139[^]*Asha Rao runs: npx inaam draw part/,
    );
  });

  test('run again it changes nothing; broken off anywhere, it goes on; no secret is written over', async () => {
    const snapshot = () =>
      ['secrets/DRAW_TOKEN', 'inaam.env', 'Caddyfile'].map((name) => read(tea, name));
    const before = snapshot();
    const again = answer.parse((await add(tea, 'https://tea.example')).json());
    expect(new Set(again.files.map(({ state }) => state))).toEqual(new Set(['kept']));
    expect(snapshot()).toEqual(before);
    const lost = ['secrets/DRAW_PART_TWO', 'Caddyfile', 'systemd/inaam-draw@tea-demo.service'];
    for (const name of lost) await rm(inFolder(tea, name));
    await writeFile(inFolder(tea, 'secrets/.DRAW_PART_TWO.0123456789ab'), 'half');
    const third = answer.parse((await add(tea, 'https://tea.example')).json());
    expect(third.files.filter(({ state }) => state === 'made').map(({ file }) => file)).toEqual(
      lost,
    );
    expect(await readdir(inFolder(tea, 'secrets'))).toHaveLength(3);
    expect(snapshot()).toEqual(before);
  });

  test('its units are confined as those of the first, with its own secrets, folders and users', async () => {
    const units = (await readdir(inFolder(tea, 'systemd'))).toSorted();
    expect(units).toEqual([
      'inaam-deliver@tea-demo.service',
      'inaam-draw@tea-demo.service',
      'inaam-serve@tea-demo.service',
      'inaam@tea-demo.target',
    ]);
    const draw = read(tea, 'systemd/inaam-draw@tea-demo.service');
    const secrets = [...draw.matchAll(/^LoadCredential=(\w+):(.*)$/gm)].map(([, name, file]) => [
      name,
      file,
    ]);
    expect(Object.fromEntries(secrets)).toEqual({
      DRAW_DATABASE_URL: path.join(own.folder, 'secrets/DRAW_DATABASE_URL'),
      DRAW_PART_ONE: inFolder(tea, 'secrets/DRAW_PART_ONE'),
      DRAW_PART_TWO: inFolder(tea, 'secrets/DRAW_PART_TWO'),
      DRAW_TOKEN: inFolder(tea, 'secrets/DRAW_TOKEN'),
    });
    for (const line of [
      'User=inaam-draw-tea-demo',
      'StateDirectory=inaam/campaigns/tea-demo/draw',
      'PartOf=inaam@tea-demo.target',
      'ProtectSystem=strict',
      `Environment=INAAM_SETTINGS=${inFolder(tea, 'inaam.env')}`,
    ]) {
      expect(draw.split('\n')).toContain(line);
    }
    // Only what the whole installation has.
    expect(draw.replaceAll(/inaam-migrate\.service/g, '')).not.toMatch(
      /inaam-\w+\.service|inaam\.target/,
    );
    if (existsSync('/usr/bin/systemd-analyze')) {
      const files = units.map((name) => inFolder(tea, `systemd/${name}`));
      const migrate = path.join(own.folder, 'systemd/inaam-migrate.service');
      execFileSync('systemd-analyze', ['verify', migrate, ...files], { stdio: 'pipe' });
    }
  });

  test.each([
    [first, 'https://other.example', /is the first campaign/],
    ['no-such', 'https://other.example', /campaigns\/no-such/],
    [soda, 'https://win.example', /--site: https:\/\/win\.example is taken/],
    [soda, 'https://tea.example', /is taken/],
    [soda, 'https://console.win.example', /is taken/],
    [soda, 'http://other.example', /--site: write an origin/],
    [soda, 'https://192.0.2.7', /--site: write an origin/],
  ])('%s at %s is refused, with what to do', async (id, site, message) => {
    const ran = await add(id, site);
    expect(ran.exit).not.toBe(0);
    expect(ran.errors).toMatch(message);
  });

  test('a command for one campaign asks which; what is of all runs for each, whatever fails', async () => {
    const asked = await operate(['overview']);
    expect(asked).toMatchObject({ exit: 2, output: '' });
    expect(asked.errors).toContain(
      `has the campaigns ${first}, goli-soda-2026, tea-demo. Name one:`,
    );
    const status = await operate(['status']);
    expect(status.exit).toBe(1);
    expect(status.output.match(/^Campaign .*$/gm)).toEqual(
      [first, soda, tea].map((id) => `Campaign ${id}`),
    );
    const before = read(tea, 'inaam.env');
    await writeFile(inFolder(tea, 'inaam.env'), before.replace(tea, 'other'));
    const broken = await operate(['doctor']);
    await writeFile(inFolder(tea, 'inaam.env'), before);
    expect(broken.output).toMatch(/^Campaign tea-demo\n\n.*write CAMPAIGN=tea-demo into it/ms);
    expect(broken.output).toMatch(/^Campaign biscuit-2025\n\n[^]*^ok +migrations/m);
  });
});
