// Budget, export, verification and the audit log on a played campaign, with real files. The first
// command is a real process; the others run in this one, on another clock.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readLedgerHead } from '../ledger.sql.ts';
import {
  operatorFixture,
  simulateThreeDays,
  newestAudits,
  runOperatorInProcess,
} from '@inaam/testing/server/operator/operator-in-process.ts';
import type { Environment } from '@inaam/testing/server/programs/program-process.ts';
import { folderOfFile } from '@inaam/testing/setup/folders.ts';

const id = 'biscuit-2025';
const why = ['--why', 'for the auditor'];

const fixture = operatorFixture();
const folder = await folderOfFile();
const fresh = await fixture.newDatabase();
const database = fresh.database;
const variables = await simulateThreeDays(fresh, 1000);
afterAll(() => fixture.end());

/** After the programme's end. */
const operate = (words: readonly string[], changed: Environment = variables) =>
  runOperatorInProcess(words, { variables: changed, day: '2025-09-17' });

async function head() {
  const found = await readLedgerHead(database, id);
  if (!found) throw new Error('There is no head.');
  return found;
}

test('a ledger without a commitment are refused with the remedy', async () => {
  const { url } = await fixture.newDatabase();
  for (const words of [
    ['ledger', 'verify'],
    ['ledger', 'export', '--folder', folder, ...why],
  ]) {
    const result = await operate(words, { ...variables, DATABASE_URL: url });
    expect(result.exit).toBe(1);
    expect(result.errors).toContain('Run `draw commit` first');
  }
});

test('export: writes what is published as files, after the reveal with the secret, and an audit row', async () => {
  const out = path.join(folder, 'export');
  const { entries, hash } = await head();
  const words = ['ledger', 'export', ...why, '--folder', out];
  const names = ['commitment.json', 'amendments.jsonl', 'head.json', 'ledger.jsonl'];
  expect((await operate([...words, '--by', 'ravi', '--json'])).json()).toEqual({
    campaign: id,
    entries,
    hash,
    // The secret too, if another test has revealed it.
    files: expect.arrayContaining(names.map((name) => path.join(out, name))),
  });
  const text = await readFile(path.join(out, 'ledger.jsonl'), 'utf8');
  const lines = text.trimEnd().split('\n');
  expect(lines).toHaveLength(entries);
  expect(lines.at(-1)).toContain(`,"hash":"${hash}"}`);
  expect(text).not.toMatch(/"\d{10}"|Made Up/);
  expect(await newestAudits(variables, 1)).toMatchObject([
    { command: 'ledger export', by: 'ravi', reason: why[1], details: { entries, hash } },
  ]);
  const again = await operate(words);
  expect(again.exit).toBe(1);
  expect(again.errors).toContain('already exists and was not changed');
  expect(await readFile(path.join(out, 'ledger.jsonl'), 'utf8')).toBe(text);

  // Nobody needs the parts from then on.
  await operate(['draw', 'reveal', '--yes', ...why]);
  const revealed = path.join(folder, 'for-the-auditor');
  expect((await operate(['ledger', 'export', '--folder', revealed, ...why])).exit).toBe(0);
  expect(await readFile(path.join(revealed, 'secret.txt'), 'utf8')).toMatch(/^[0-9a-f]{64,}\n$/);
  const { DRAW_PART_ONE: _one, DRAW_PART_TWO: _two, ...rest } = variables;
  expect((await operate(['ledger', 'verify'], rest)).exit).toBe(0);
});

test('verify: agrees before the reveal, and with a saved head that the ledger goes through', async () => {
  const result = await operate(['ledger', 'verify', '--json']);
  expect(result.errors).toBe('Recomputing the ledger.\n');
  expect(result.exit).toBe(0);
  expect(result.json()).toMatchObject({ campaign: id, valid: true, heldAgainst: 'database' });
  const plain = await operate(['ledger', 'verify']);
  expect(plain.output).toContain('published one, pass --head');

  const { entries, hash } = await head();
  const file = path.join(folder, 'saved.json');
  const verify = async (count: number) => {
    await writeFile(file, `\uFEFF{"at":"2026-11-22T00:00Z","entries":${count},"hash":"${hash}"}\n`);
    return operate(['ledger', 'verify', '--head', file, '--json']);
  };
  expect((await verify(entries)).json()).toMatchObject({ valid: true, heldAgainst: 'file' });
  const cut = await verify(entries + 1);
  expect(cut.exit).toBe(1);
  expect(cut.json()).toMatchObject({ valid: false });
  const none = await operate(['ledger', 'verify', '--head', path.join(folder, 'none')]);
  expect(none.exit).toBe(2);
  expect((await operate(['ledger', 'verify', '--expect', hash])).exit).toBe(1);
});
