// Where settings come from: real files, and no program.
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { environments, settingsPrograms, spellingsOf } from './environments.ts';
import { ConfigError, readDrawConfig, readServeConfig } from './program-config.ts';
import { campaignsOf, readSettings, settingsOf } from './read-settings.ts';
import { settingOf } from './settings-file.ts';
import { folderOfTest } from '@inaam/testing/setup/folders.ts';

const programs = z.enum(settingsPrograms);
const secret = () => randomBytes(32).toString('base64');

type Files = {
  /** The settings file. */
  lines?: readonly string[];
  secrets?: Readonly<Record<string, string>>;
  credentials?: Readonly<Record<string, string>>;
};

/** An installation's folder. @returns the environment that finds it */
async function installation({ lines = [], secrets = {}, credentials }: Files) {
  const folder = await folderOfTest();
  await writeFile(path.join(folder, 'inaam.env'), `${lines.join('\n')}\n`, { mode: 0o600 });
  const write = async (name: string, files: Readonly<Record<string, string>>) => {
    await mkdir(path.join(folder, name), { mode: 0o700 });
    for (const [file, text] of Object.entries(files)) {
      await writeFile(path.join(folder, name, file), text, { mode: 0o600 });
    }
  };
  await write('secrets', secrets);
  if (credentials) await write('credentials', credentials);
  return {
    folder,
    environment: {
      INAAM_SETTINGS: path.join(folder, 'inaam.env'),
      ...(credentials && { CREDENTIALS_DIRECTORY: path.join(folder, 'credentials') }),
    },
  };
}

const look = (program: 'serve' | 'draw', name: string, environment: Record<string, string>) =>
  readSettings(program, [name], environment).found.get(name);

function problemsOf(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test('each place counts before the next, and all places of a program’s own name before the general one', async () => {
  const { folder, environment } = await installation({
    lines: ['DRAW_CAMPAIGN=own-in-file', 'CAMPAIGN=in-file'],
    secrets: { CAMPAIGN: 'in-secrets', DRAW_CAMPAIGN: 'own-in-secrets' },
    credentials: { CAMPAIGN: 'credential', DRAW_CAMPAIGN: 'own-credential' },
  });
  const all: Record<string, string> = {
    ...environment,
    DRAW_CAMPAIGN: 'own-in-environment',
    CAMPAIGN: 'in-environment',
  };
  const seen: unknown[] = [];
  const next = async (leave: () => Promise<unknown>) => {
    seen.push(look('draw', 'CAMPAIGN', all));
    await leave();
  };
  const set = (name: string, value: string) => Promise.resolve((all[name] = value));
  const { CREDENTIALS_DIRECTORY: credentials = '' } = environment;
  await next(() => set('DRAW_CAMPAIGN', ''));
  await next(() => rm(path.join(credentials, 'DRAW_CAMPAIGN')));
  const file = environment.INAAM_SETTINGS;
  await next(() => writeFile(file, 'CAMPAIGN=in-file\n'));
  await next(() => rm(path.join(folder, 'secrets', 'DRAW_CAMPAIGN')));
  await next(() => set('CAMPAIGN', ''));
  await next(() => rm(path.join(credentials, 'CAMPAIGN')));
  await next(() => writeFile(file, '\n'));
  await next(() => rm(path.join(folder, 'secrets', 'CAMPAIGN')));
  await next(() => Promise.resolve());
  expect(seen).toMatchObject([
    { text: 'own-in-environment', source: 'environment' },
    { text: 'own-credential', source: 'credential DRAW_CAMPAIGN' },
    { text: 'own-in-file', source: 'inaam.env' },
    { text: 'own-in-secrets', source: 'secrets/DRAW_CAMPAIGN' },
    { text: 'in-environment', source: 'environment' },
    { text: 'credential', source: 'credential CAMPAIGN' },
    { text: 'in-file', source: 'inaam.env' },
    { text: 'in-secrets', source: 'secrets/CAMPAIGN' },
    undefined,
  ]);
});

test('[CAM-3] a program reads its own names alone: `serve` never opens a part of the draw’s secret', async () => {
  const parts = { DRAW_PART_ONE: secret(), DRAW_PART_TWO: secret() };
  const { environment } = await installation({
    lines: ['SERVE_PORT=3001', 'DRAW_PORT=9500', 'DRAW_CAMPAIGN=other', 'CAMPAIGN=tea'],
    secrets: { ...parts, INDEX_SECRET: 'x', DRAW_DATABASE_URL: 'postgres:///draw' },
  });
  expect(settingsOf('serve', environment)).toEqual({
    PORT: '3001',
    DRAW_PORT: '9500',
    CAMPAIGN: 'tea',
    INDEX_SECRET: 'x',
  });
  expect(settingsOf('draw', environment)).toEqual({
    ...parts,
    DRAW_PORT: '9500',
    CAMPAIGN: 'other',
    DATABASE_URL: 'postgres:///draw',
  });
});

test.each(['serve', 'deliver', 'console'] as const)(
  '[CAM-3] %s refuses a part of the draw’s secret that is given to it, in each spelling',
  async (program) => {
    const { environment } = await installation({ credentials: { DRAW_PART_TWO: secret() } });
    expect(settingsOf(program, environment)).toHaveProperty('DRAW_PART_TWO', 'must not be here');
    const own = `${program.toUpperCase()}_DRAW_PART_ONE`;
    expect(settingsOf(program, { [own]: secret() })).toHaveProperty('DRAW_PART_ONE');
    expect(problemsOf(() => readServeConfig(settingsOf('serve', environment)))).toContainEqual(
      expect.stringContaining('DRAW_PART_TWO must not be here'),
    );
  },
);

test('a program’s own spelling of one setting is never another setting of it', () => {
  for (const [program, { shape }] of Object.entries(environments)) {
    const names = Object.keys(shape);
    const spellings = names.flatMap((name) => spellingsOf(programs.parse(program), name));
    expect(new Set(spellings).size).toBe(spellings.length);
    for (const spelling of spellings) expect(settingOf(spelling)).toBeDefined();
  }
});

test.each<[string, (file: string) => Promise<unknown>, string | RegExp]>([
  ['one line feed', (file) => writeFile(file, 'value\n'), 'value'],
  ['CRLF', (file) => writeFile(file, 'value\r\n'), 'value'],
  ['a byte order mark', (file) => writeFile(file, '\uFEFFvalue\n'), 'value'],
  ['nothing', (file) => writeFile(file, ''), /is empty/],
  ['a line feed alone', (file) => writeFile(file, '\n'), /is empty/],
  ['two lines', (file) => writeFile(file, 'hush\nhush\n'), /more than one line/],
  ['UTF-16', (file) => writeFile(file, Buffer.from('\uFEFFhush', 'utf16le')), /not text in UTF-8/],
  ['too much', (file) => writeFile(file, 'hush'.repeat(20_000)), /too large/],
  ['a mode for others', async (file) => chmod(file, 0o640), /chmod 600 it/],
  ['a folder', async (file) => rm(file).then(() => mkdir(file)), /names a folder/],
  ['a device', async (file) => rm(file).then(() => symlink('/dev/zero', file)), /not a file/],
  [
    'a link to a file of others',
    async (file) => rm(file).then(() => symlink('/etc/passwd', file)),
    /chmod 600 it/,
  ],
])('a secret’s file with %s has a clear answer without its content', async (_, change, answer) => {
  const { folder, environment } = await installation({ secrets: { DRAW_TOKEN: 'hush' } });
  const file = path.join(folder, 'secrets', 'DRAW_TOKEN');
  await change(file);
  const found = look('serve', 'DRAW_TOKEN', environment);
  if (typeof answer === 'string') expect(found).toHaveProperty('text', answer);
  else {
    expect(found).toHaveProperty('problem', expect.stringMatching(answer));
    expect(JSON.stringify(found)).not.toMatch(/hush|root:/);
    const problems = problemsOf(() => readDrawConfig(settingsOf('draw', environment)));
    const own = problems.filter((problem) => problem.startsWith('DRAW_TOKEN '));
    expect(own).toEqual([expect.stringMatching(answer)]);
  }
});

test('a part of the draw’s secret that is nowhere is missing, with where it is written', async () => {
  const { environment } = await installation({ lines: [] });
  expect(problemsOf(() => readDrawConfig(settingsOf('draw', environment)))).toContainEqual(
    expect.stringMatching(/^DRAW_PART_ONE is missing\. .*in secrets\//),
  );
});

test.each([
  ['INDEX_SECRET', secret()],
  ['SERVE_INDEX_SECRET', secret()],
  ['SMS_SECRET_KEY', 'hush'],
  ['DRAW_PART_ONE', secret()],
  ['DATABASE_URL', "'postgres://u:hush@localhost/db'"],
  ['DRAW_DATABASE_URL', "'postgres://u@localhost/db?password=hush'"],
])('the secret %s in the settings file is refused with the remedy', async (name, value) => {
  const { environment } = await installation({ lines: [`${name}=${value}`] });
  const problems = problemsOf(() => readServeConfig(settingsOf('serve', environment)));
  expect(problems[0]).toBe(
    `${name} must not be in the settings file, because it is a secret: write it into the file secrets/${name} beside it, with mode 600.`,
  );
  expect(problems.join('\n')).not.toContain(value);
});

test('what is no secret stays in the settings file: an address without a password', async () => {
  const lines = ['DATABASE_URL=postgres:///inaam?host=/run/postgresql'];
  const { environment } = await installation({ lines });
  expect(readSettings('serve', ['DATABASE_URL'], environment).file).toMatchObject({
    problems: [],
    warnings: [],
  });
});

test.each([
  ['PORT 3000', 'is no NAME=value'],
  ['PORT = 3000', 'is no NAME=value'],
  ['export PORT=3000', 'is no NAME=value'],
  ['CAMPAIGN=tea # of June', 'read differently'],
  ['CAMPAIGN=$HOME', 'read differently'],
  ['CAMPAIGN="tea', 'read differently'],
  ["CAMPAIGN='tea' x", 'read differently'],
  ['CAMPAIGN="te\\na"', 'read differently'],
])('the line %s is refused by its number', async (line, why) => {
  const { environment } = await installation({ lines: ['# a comment', '', line] });
  const { problems } = readSettings('serve', [], environment).file;
  expect(problems).toEqual([expect.stringContaining(why)]);
  expect(problems[0]).toMatch(/^Line 3 of the settings file /);
});

test('quoted values and values with spaces are taken, and a name that is set twice is refused', async () => {
  const lines = ['CONSOLE_CAMPAIGNS=O Brien & Co', "CAMPAIGN='tea'", 'PUBLIC_ORIGIN="x y"'];
  const good = await installation({ lines });
  const names = ['CONSOLE_CAMPAIGNS', 'CAMPAIGN', 'PUBLIC_ORIGIN'];
  expect(readSettings('console', names, good.environment).variables).toEqual({
    CONSOLE_CAMPAIGNS: 'O Brien & Co',
    CAMPAIGN: 'tea',
    PUBLIC_ORIGIN: 'x y',
  });
  const twice = await installation({ lines: ['CAMPAIGN=tea', 'PORT=1', 'CAMPAIGN=coffee'] });
  expect(readSettings('serve', [], twice.environment).file.problems).toEqual([
    'Line 3 of the settings file sets what line 1 sets.',
  ]);
});

test('a misspelled name is warned of, and a pasted secret is not repeated', async () => {
  const pasted = `${'kq83hfkqPzRt'.repeat(3)}=`;
  const { environment } = await installation({
    lines: ['SMS_RUPEES_PER_DAI=1', 'SERVE_PROT=1', 'INDEX_SECRT=x', pasted, 'NODE_OPTIONS=x'],
  });
  const { warnings } = readSettings('serve', [], environment);
  expect(warnings).toEqual([
    'Line 1 of the settings file: SMS_RUPEES_PER_DAI is not a setting of Inaam.',
    'Line 2 of the settings file: SERVE_PROT is not a setting of Inaam.',
    'Line 3 of the settings file: INDEX_SECRT is not a setting of Inaam.',
    'Line 4 of the settings file: a name is not a setting of Inaam.',
    expect.stringMatching(/^Line 5 .* only where it is loaded as environment/),
  ]);
});

test('NODE_EXTRA_CA_CERTS of the settings file is known, and must be a file that can be read', async () => {
  const { folder, environment } = await installation({ lines: ['NODE_EXTRA_CA_CERTS=own.pem'] });
  const unread = 'NODE_EXTRA_CA_CERTS names a file that cannot be read. Correct its path.';
  expect(problemsOf(() => readServeConfig(settingsOf('serve', environment)))).toContain(unread);
  await writeFile(path.join(folder, 'own.pem'), '');
  expect(problemsOf(() => readServeConfig(settingsOf('serve', environment)))).not.toContain(unread);
  expect(readSettings('serve', [], environment).warnings).toEqual([]);
});

test('a settings file that others can write is warned of, and one that is not there is refused', async () => {
  const { environment } = await installation({ lines: ['PORT=1'] });
  await chmod(environment.INAAM_SETTINGS, 0o666);
  expect(readSettings('serve', [], environment).warnings).toEqual([
    'The settings file can be written by others than its owner: chmod go-w it.',
  ]);
  const gone = { INAAM_SETTINGS: path.join(tmpdir(), 'inaam-none', 'inaam.env') };
  expect(problemsOf(() => readServeConfig(settingsOf('serve', gone)))[0]).toBe(
    'INAAM_SETTINGS names a file that cannot be read (ENOENT). Write the path of an inaam.env, or make one with: npx inaam init.',
  );
});

test('a misspelled secret is warned of, and a folder in which others can write', async () => {
  const { folder, environment } = await installation({
    secrets: {
      SERVE_DATABSE_URL: 'x',
      '.swp': 'x',
      kq83hfkqPzRt: 'x',
      INDEX_SECRET: 'x',
      POSTGRES_PASSWORD: 'x',
    },
  });
  const { warnings } = readSettings('serve', [], environment);
  expect(warnings.toSorted()).toEqual([
    'The folder secrets: SERVE_DATABSE_URL is not a setting of Inaam.',
    'The folder secrets: a name is not a setting of Inaam.',
  ]);
  await chmod(path.join(folder, 'secrets'), 0o777);
  expect(readSettings('serve', [], environment).warnings).toContain(
    'The folder secrets can be written by others than its owner: chmod 700 it.',
  );
});

test('where a user cannot open the folder of secrets, what is missing is said to be perhaps there', async () => {
  const { folder, environment } = await installation({ lines: ['CAMPAIGN=tea'] });
  const hint = /^The folder secrets beside the settings file cannot be opened by this user/;
  const problems = () => problemsOf(() => readServeConfig(settingsOf('serve', environment)));
  expect(problems()).not.toContainEqual(expect.stringMatching(hint));
  // Not even root can open a file as a folder.
  await rm(path.join(folder, 'secrets'), { recursive: true });
  await writeFile(path.join(folder, 'secrets'), '', { mode: 0o600 });
  expect(problems()[0]).toMatch(hint);
});

test('the secrets that a file of SMS paths names are read: by `serve` those of receipts alone', async () => {
  const paths = {
    paths: [
      {
        name: 'first',
        sends: ['codes', 'vouchers'],
        preset: 'msg91',
        receipts: { secret: { header: 'x-key', value: '{secret.RECEIPTS}' } },
      },
    ],
  };
  const { folder, environment } = await installation({
    secrets: { SMS_SECRET_MSG91_AUTHKEY: 'one', SMS_SECRET_RECEIPTS: 'two', SMS_SECRET_X: 'no' },
  });
  const file = path.join(folder, 'sms-paths.json');
  await writeFile(file, JSON.stringify(paths));
  const read = (program: 'serve' | 'deliver') =>
    Object.keys(settingsOf(program, { ...environment, SMS_PATHS_FILE: file })).toSorted();
  expect(read('serve')).toEqual(['SMS_PATHS_FILE', 'SMS_SECRET_RECEIPTS']);
  expect(read('deliver')).toEqual([
    'SMS_PATHS_FILE',
    'SMS_SECRET_MSG91_AUTHKEY',
    'SMS_SECRET_RECEIPTS',
  ]);
});

test('a further campaign has what is not its own from its installation, and never its draw, address or port', async () => {
  const { folder, environment: first } = await installation({
    lines: [
      'CAMPAIGN=tea',
      'PORT=3000',
      'HOST=::1',
      'DRAW_URL=http://127.0.0.1:1',
      'SERVE_STOP_SECONDS=9',
    ],
    secrets: { INDEX_SECRET: secret(), DRAW_TOKEN: secret(), DRAW_PART_ONE: secret() },
  });
  const further = path.join(folder, 'campaigns/coffee');
  await mkdir(path.join(further, 'secrets'), { recursive: true, mode: 0o700 });
  const file = path.join(further, 'inaam.env');
  await writeFile(file, 'CAMPAIGN=coffee\nPORT=3001\nSTOP_SECONDS=5\n', { mode: 0o600 });
  const environment = { INAAM_SETTINGS: file };
  expect(look('serve', 'HOST', environment)).toEqual({ text: '::1', source: '../../inaam.env' });
  expect(look('serve', 'INDEX_SECRET', environment)?.source).toBe('../../secrets/INDEX_SECRET');
  expect(look('serve', 'STOP_SECONDS', environment)).toEqual({ text: '5', source: 'inaam.env' });
  for (const name of ['DRAW_TOKEN', 'DRAW_URL'])
    expect(look('serve', name, environment)).toBeUndefined();
  const problems = problemsOf(() => readDrawConfig(settingsOf('draw', environment)));
  expect(problems.join('\n')).toMatch(
    /DRAW_PORT \(inaam\.env\) is missing[^]*DRAW_PART_ONE is missing[^]*DRAW_TOKEN is missing/,
  );
  expect(
    campaignsOf({ ...first, PORT: '3002', SERVE_METRICS_PORT: '1', INDEX_SECRET: 'x' }),
  ).toEqual([
    { id: 'tea', variables: expect.objectContaining({ PORT: '3002' }) },
    { id: 'coffee', variables: { INAAM_SETTINGS: file, INDEX_SECRET: 'x' } },
  ]);
  await writeFile(file, 'CAMPAIGN=tea\n');
  expect(problemsOf(() => readDrawConfig(settingsOf('draw', environment)))).toContain(
    'The settings file is in the folder of "coffee": write CAMPAIGN=coffee into it.',
  );
});
