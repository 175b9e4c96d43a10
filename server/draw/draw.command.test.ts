// Commitment and reveal by real processes, as an operator runs them. Refusals run in this process,
// with another clock and terminal.
import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readAudits } from '@inaam/testing/server/database/database-queries.ts';
import { readCommitment } from './commitments.sql.ts';
import { readReveal } from './draw-reveal.sql.ts';
import { drawVariables } from '@inaam/testing/server/campaign/committed-campaign.ts';
import {
  newestAudits,
  runOperatorInProcess,
  operatorFixture,
} from '@inaam/testing/server/operator/operator-in-process.ts';
import { runOperatorProcess } from '@inaam/testing/server/operator/operator-process.ts';
import {
  committedSecrets,
  type Environment,
} from '@inaam/testing/server/programs/program-process.ts';
import { folderOfTest } from '@inaam/testing/setup/folders.ts';

const id = 'biscuit-2025';
const why = ['--why', 'a test of the command'];

const fixture = operatorFixture();
afterAll(() => fixture.end());

const variablesOf = (url: string) => ({
  DATABASE_URL: url,
  ...drawVariables(committedSecrets.draw),
  PSEUDONYM_SECRET: committedSecrets.pseudonym.toString('base64'),
});

/** After the programme's end, without a terminal. */
const operate = (words: readonly string[], variables: Environment) =>
  runOperatorInProcess(words, { variables, day: '2025-09-17' });

test('commit: a dry run prints the document; production refuses examples; the commit is made once, with an audit row', async () => {
  const { url, database } = await fixture.newDatabase();
  const variables = variablesOf(url);
  const dry = await operate(['draw', 'commit', '--dry-run', '--json'], variables);
  expect(dry.exit).toBe(0);
  expect(dry.json()).toMatchObject({ campaign: id, result: 'wouldCommit', isLate: true });
  expect(await readCommitment(database, id)).toBeUndefined();

  const words = ['draw', 'commit', ...why, '--by', 'asha', '--yes', '--json'];
  const launch = await runOperatorProcess(words, variables);
  expect(launch).toMatchObject({ exit: 1, errors: expect.stringContaining('contacts.email') });
  expect(await readCommitment(database, id)).toBeUndefined();

  const done = await operate(words, variables);
  expect(done.exit).toBe(0);
  const stored = await readCommitment(database, id);
  expect(done.json()).toEqual({
    campaign: id,
    result: 'committed',
    commitment: stored?.hash,
    document: stored?.document,
    isLate: true,
  });
  expect(done.json()['commitment']).toBe(dry.json()['commitment']);
  expect(await readAudits(database, {})).toEqual([
    {
      number: 1,
      at: expect.any(Number),
      by: 'asha',
      reason: why[1],
      command: 'draw commit',
      campaign: id,
      details: { commitment: stored?.hash },
    },
  ]);

  const again = await operate(['draw', 'commit', '--json'], variables);
  expect(again.exit).toBe(0);
  expect(again.json()).toMatchObject({ result: 'already', commitment: stored?.hash });
  expect(await readAudits(database, {})).toHaveLength(1);
});

test('[CAM-3] commit: a part that another campaign has committed to is refused, in a dry run too', async () => {
  const { url, database } = await fixture.newDatabase();
  const variables = variablesOf(url);
  await operate(['draw', 'commit', ...why, '--yes'], variables);
  const fresh = drawVariables(randomBytes(32));
  const tea = { ...variables, CAMPAIGN: 'tea-demo' };
  for (const parts of [{}, { ...fresh, DRAW_PART_ONE: variables.DRAW_PART_TWO }]) {
    for (const how of ['--dry-run', '--yes']) {
      const { exit, errors } = await operate(['draw', 'commit', ...why, how], { ...tea, ...parts });
      expect(exit).toBe(1);
      expect(errors).toMatch(/^Campaign "biscuit-2025" has committed to one of these parts/);
      expect(errors).toContain('npx inaam draw part');
    }
  }
  expect(await readCommitment(database, 'tea-demo')).toBeUndefined();
  const own = await operate(['draw', 'commit', ...why, '--yes'], { ...tea, ...fresh });
  expect(own.exit).toBe(0);
});

test('commit: at a terminal only the campaign’s id confirms', async () => {
  const { url, database } = await fixture.newDatabase();
  const words = ['draw', 'commit', ...why];
  const wrong = await runOperatorInProcess(words, { variables: variablesOf(url), typed: 'yes' });
  expect(wrong.exit).toBe(1);
  expect(wrong.errors).toContain("Type the campaign's id to continue");
  expect(wrong.errors).toContain('That is not "biscuit-2025": nothing was changed.');
  expect(await readCommitment(database, id)).toBeUndefined();
  const right = await runOperatorInProcess(words, { variables: variablesOf(url), typed: id });
  expect(right.exit).toBe(0);
  expect(right.output).toContain('Committed.');
  expect(right.output).not.toContain('Beware');
  expect(await readCommitment(database, id)).toBeDefined();
});

test('reveal: refused before the end or without a commitment; afterwards made once, with an audit row', async () => {
  const { url, database } = await fixture.newDatabase();
  const variables = variablesOf(url);
  const early = await operate(['draw', 'reveal', ...why, '--yes'], variables);
  expect(early.exit).toBe(1);
  expect(early.errors).toContain('has not committed to a draw');
  await operate(['draw', 'commit', '--yes', ...why], variables);

  const words = ['draw', 'reveal', ...why];
  const onDay = (day: string, ...more: string[]) =>
    runOperatorInProcess([...words, ...more], { variables, typed: id, day });
  const tooEarly = await onDay('2025-09-16', '--yes');
  expect(tooEarly.exit).toBe(1);
  expect(tooEarly.errors).toContain('may not reveal its secret before 2025-09-17 00:00:00 IST');
  expect((await onDay('2025-09-17', '--dry-run')).exit).toBe(0);
  expect(await readReveal(database, id)).toBeUndefined();
  // By the real clock the programme of 2025 is over.
  const done = await runOperatorProcess([...words, '--yes', '--json'], variables);
  expect(done.exit).toBe(0);
  const stored = await readReveal(database, id);
  expect(stored?.secret.equals(committedSecrets.draw)).toBe(true);
  expect(done.json()).toEqual({
    campaign: id,
    result: 'revealed',
    revealedAt: new Date(stored?.at ?? 0).toISOString(),
  });
  expect(`${done.output}${done.errors}`).not.toContain(committedSecrets.draw.toString('hex'));
  expect((await operate([...words, '--yes', '--json'], variables)).json()).toMatchObject({
    result: 'already',
  });
  expect(await newestAudits(variables, 2)).toMatchObject([
    { command: 'draw reveal' },
    { command: 'draw commit' },
  ]);
});

test('[CAM-3] part: two people make a part each, and the commitment has the hash of each, not what they made', async () => {
  const folder = await folderOfTest();
  const secrets = path.join(folder, 'secrets');
  await mkdir(secrets);
  const files = ['DRAW_PART_ONE', 'DRAW_PART_TWO'].map((name) => path.join(secrets, name));
  const hashes: unknown[] = [];
  for (const file of files) {
    const made = await operate(['draw', 'part', '--out', file, '--json'], {});
    expect(made.exit).toBe(0);
    const part = await readFile(file, 'utf8');
    const sha256 = createHash('sha256').update(Buffer.from(part, 'base64')).digest('hex');
    expect(made.json()).toEqual({ file, sha256 });
    expect(made.output).not.toContain(part.trim());
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    hashes.push(sha256);
  }
  // An existing part is never overwritten.
  expect((await operate(['draw', 'part', '--out', files[0] ?? ''], {})).exit).toBe(1);

  const { url, database } = await fixture.newDatabase();
  const { DRAW_PART_ONE: _one, DRAW_PART_TWO: otherPart, ...others } = variablesOf(url);
  const settings = path.join(folder, 'inaam.env');
  await writeFile(settings, '');
  const variables = { ...others, INAAM_SETTINGS: settings };
  expect((await operate(['draw', 'commit', '--yes', ...why], variables)).exit).toBe(0);
  const { document } = (await readCommitment(database, id)) ?? {};
  expect(document?.secretPartsSha256).toEqual(hashes);

  await chmod(files[1] ?? '', 0o640);
  const seen = await operate(['draw', 'reveal', '--yes', ...why], variables);
  expect(seen.exit).toBe(2);
  expect(seen.errors).toContain('names a file that others can read: chmod 600 it');
  await chmod(files[1] ?? '', 0o600);

  const alone = await operate(['draw', 'reveal', '--yes', ...why], {
    ...variables,
    DRAW_PART_TWO: otherPart,
  });
  expect(alone.exit).toBe(1);
  expect(alone.errors).toContain('do not make the secret');
  expect((await operate(['draw', 'reveal', '--yes', ...why], variables)).exit).toBe(0);
  const revealed = await readReveal(database, id);
  const [first, second] = await Promise.all(
    files.map(async (file) => Buffer.from(await readFile(file, 'utf8'), 'base64')),
  );
  // Each holder can check at the end that their part and the secret give the other part.
  const other = revealed?.secret.map((byte, at) => byte ^ (first?.[at] ?? 0));
  expect(second?.equals(other ?? Buffer.alloc(0))).toBe(true);
});

test('[CAM-3] commit: two parts that are the same are refused, also where one is in a file', async () => {
  const folder = await folderOfTest();
  const { url, database } = await fixture.newDatabase();
  const { DRAW_PART_ONE, DRAW_PART_TWO: _two, ...others } = variablesOf(url);
  await writeFile(path.join(folder, 'DRAW_PART_TWO'), `${DRAW_PART_ONE}\n`);
  const refused = await operate(['draw', 'commit', '--yes', ...why], {
    ...others,
    DRAW_PART_ONE,
    CREDENTIALS_DIRECTORY: folder,
  });
  expect(refused.exit).toBe(2);
  expect(refused.errors).toContain('DRAW_PART_TWO must be another one than DRAW_PART_ONE.');
  expect(refused.errors).not.toContain(DRAW_PART_ONE);
  expect(await readCommitment(database, id)).toBeUndefined();
});
