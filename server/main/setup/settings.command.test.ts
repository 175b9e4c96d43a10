import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runOperatorInProcess } from '@inaam/testing/server/operator/operator-in-process.ts';
import { folderOfTest } from '@inaam/testing/setup/folders.ts';

const secret = () => randomBytes(32).toString('base64');
const parts = { DRAW_PART_ONE: secret(), DRAW_PART_TWO: secret() };
const hushed = 'postgres://inaam_draw_login:hush-hush@localhost/inaam';
const secrets: Readonly<Record<string, string>> = {
  ...parts,
  DRAW_TOKEN: secret(),
  INDEX_SECRET: secret(),
  DRAW_DATABASE_URL: hushed,
};
const lines = [
  'CAMPAIGN=tea-2026',
  `SECOND_HOLDER="O'Brien & Co"`,
  'DRAW_HEAD_FILE=/var/lib/inaam/head.json',
  'PUBLIC_ORIGIN=https://win.example',
  'DRAW_URL=https://draw.example/in/hush-token',
  'CONSOLE_PROT=8091',
];

async function installation() {
  const folder = await folderOfTest();
  const INAAM_SETTINGS = path.join(folder, 'inaam.env');
  await writeFile(INAAM_SETTINGS, `${lines.join('\n')}\n`, { mode: 0o600 });
  await mkdir(path.join(folder, 'secrets'), { mode: 0o700 });
  for (const [name, text] of Object.entries(secrets)) {
    await writeFile(path.join(folder, 'secrets', name), `${text}\n`, { mode: 0o600 });
  }
  // Of the in-process operator, which otherwise sets one.
  const variables = { INAAM_SETTINGS, CAMPAIGN: '' };
  return {
    settings: (...words: string[]) => runOperatorInProcess(['settings', ...words], { variables }),
  };
}

test('each program’s settings are shown with their sources, what is missing first, and no secret', async () => {
  const { settings } = await installation();
  const { exit, output, errors } = await settings();
  expect(exit).toBe(1);
  expect(errors).toBe('');
  expect(output).toMatch(
    /Warning: Line 6 of the settings file: CONSOLE_PROT is not a setting of Inaam\./,
  );
  expect(output).toMatch(/\ndraw: complete\.\n/);
  expect(output).toMatch(/\n {2}DATABASE_URL +not shown +secrets\/DRAW_DATABASE_URL\n/);
  expect(output).toMatch(/\n {2}CAMPAIGN +tea-2026 +inaam\.env\n/);
  expect(output).toMatch(/\n {2}DRAW_PORT +9466 +default\n/);
  expect(output).toMatch(
    /\nserve would not start:\n {2}- DATABASE_URL is missing\. Write postgres:[^]*?\n {2}setting +value/,
  );
  expect(output).toMatch(/\n {2}DRAW_URL +https:\/\/draw\.example +inaam\.env\n/);
  expect(output).not.toContain('hush');
  for (const text of Object.values(secrets)) expect(output).not.toContain(text);
});

test('one program is shown as JSON, and ends with 0 if it would start', async () => {
  const { settings } = await installation();
  const { exit, json } = await settings('--for', 'draw', '--json');
  expect(exit).toBe(0);
  expect(json()).toMatchObject({
    good: true,
    programs: {
      draw: {
        good: true,
        problems: [],
        settings: expect.arrayContaining([
          { name: 'DRAW_PART_TWO', value: null, source: 'secrets/DRAW_PART_TWO' },
          { name: 'STOP_SECONDS', value: '7', source: 'default' },
        ]),
      },
    },
  });
});

test('without a settings file the environment alone is shown', async () => {
  const { exit, output } = await runOperatorInProcess(['settings', '--for', 'migrate'], {
    variables: { MIGRATE_DATABASE_URL: hushed },
  });
  expect(exit).toBe(0);
  expect(output).toContain('Settings file: none: the environment alone.');
  expect(output).toMatch(/DATABASE_URL +not shown +environment\n/);
});
