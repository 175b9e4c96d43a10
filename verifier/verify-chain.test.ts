import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { smallPlan } from '@inaam/testing/verifier/honest-campaign.ts';
import { publish, validEntries, writeFiles } from '@inaam/testing/verifier/published-files.ts';

const program = path.join(import.meta.dirname, 'verify-chain.ts');

/** @param change applied to the ledger's text */
async function verify(change = (ledger: string) => ledger, extra: string[] = []) {
  const published = publish({ entries: validEntries(smallPlan, 60) });
  const files = await writeFiles({ ...published, ledger: change(published.ledger) });
  const { commitment, ledger, head = '', amendments = '' } = files;
  const ended = spawnSync(
    process.execPath,
    [program, '--commitment', commitment, '--ledger', ledger, '--head', head].concat(
      ['--amendments', amendments],
      extra,
    ),
    { encoding: 'utf8' },
  );
  return { code: ended.status, verdict: ended.stdout, errors: ended.stderr };
}

test('without the secret the chain is verified from the commitment to the head', async () => {
  const { code, verdict } = await verify();
  expect([code, JSON.parse(verdict)]).toMatchObject([
    0,
    { valid: true, entries: 60, amendments: 'equal', head: 'equal' },
  ]);
});

test('without the secret a changed, a removed and a last missing entry are found', async () => {
  const changes = [
    (ledger: string) => ledger.replace('"state":"', '"state":"X'),
    (ledger: string) => ledger.split('\n').toSpliced(3, 1).join('\n'),
    (ledger: string) => `${ledger.split('\n').slice(0, -2).join('\n')}\n`,
  ];
  for (const change of changes) {
    const { code, verdict } = await verify(change);
    expect([code, JSON.parse(verdict)]).toMatchObject([
      1,
      { valid: false, fault: { message: expect.any(String) } },
    ]);
  }
});

test('detects another commitment without the secret, and a missing file gives no verdict', async () => {
  expect((await verify(undefined, ['--expect', 'ab'.repeat(32)])).code).toBe(1);
  const missing = await verify(undefined, ['--through', 'there-is-no-such-file']);
  expect(missing).toMatchObject({ code: 2, verdict: '' });
  expect(missing.errors).toContain('there-is-no-such-file');
});
