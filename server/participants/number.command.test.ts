// Erasure and pseudonym of one number, which is never shown or written to the audit log.
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { drawVariables } from '@inaam/testing/server/campaign/committed-campaign.ts';
import { testDelivery } from '@inaam/testing/server/delivery/test-delivery.ts';
import { durableTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import {
  newestAudits,
  runOperatorInProcess,
  operatorSecrets,
  operatorVariables,
} from '@inaam/testing/server/operator/operator-in-process.ts';

const fixture = await testDelivery(durableTestDatabase, operatorSecrets);
const variables = { ...operatorVariables(fixture.url), ...drawVariables(operatorSecrets.draw) };

const number = (command: string, typed: string, ...options: string[]) =>
  runOperatorInProcess(['number', command, '--why', 'ticket 4711', ...options], {
    variables,
    typed,
  });
const answer = async (command: string, typed: string, ...options: string[]) =>
  JSON.parse((await number(command, typed, '--json', ...options)).output);
const newestAudit = async () => JSON.stringify(await newestAudits(variables));

async function knowsPerson(mobile: string): Promise<boolean> {
  const { rowCount } = await fixture.database.query(
    `select from inaam.personal_data join inaam.participation using (campaign, pseudonym)
     where mobile_index = $1`,
    [fixture.keys.mobileIndex(mobile)],
  );
  return rowCount === 1;
}

test.each(['erase', 'pseudonym'])(
  'number %s takes no number as an argument, and asks for none without a reason',
  async (command) => {
    const mobile = newMobile();
    const asArgument = await number(command, mobile, mobile);
    expect(asArgument.exit).toBe(2);
    const nothing = await number('erase', '');
    expect([nothing.exit, nothing.errors]).toEqual([
      2,
      expect.stringContaining('No mobile number'),
    ]);
    const { exit, errors } = await runOperatorInProcess(['number', command], {
      variables: variables,
      typed: mobile,
    });
    expect(exit).toBe(2);
    expect(errors).toContain('Give a reason');
    expect(errors).not.toContain('Mobile number');
  },
);

test('erasure deletes name, number and devices, and the ledger still verifies', async () => {
  const winner = fixture.nextParticipant(5);
  const { mobile } = winner;
  await fixture.requestCode(mobile, '123456', `device-of-${mobile}`);
  const { id } = await fixture.grantVoucher(5, winner);

  const refused = await number('erase', mobile, '--yes');
  expect(refused.exit).toBe(1);
  expect(refused.errors).toContain('not sent yet: nothing was erased');
  expect(await answer('erase', mobile, '--dry-run', '--forfeit-voucher')).toMatchObject({
    result: 'wouldErase',
  });
  expect(await knowsPerson(mobile)).toBe(true);

  expect(await answer('erase', mobile, '--yes', '--forfeit-voucher')).toMatchObject({
    result: 'erased',
  });
  const audits = await newestAudits(variables);
  expect(audits).toMatchObject([{ command: 'number erase', details: { forfeited: true } }]);
  expect(JSON.stringify(audits)).not.toContain(mobile);
  expect(await knowsPerson(mobile)).toBe(false);
  expect(await fixture.message(id)).toMatchObject({ state: 'failed', reason: 'erased' });
  const { rows } = await fixture.database.query(
    'select answer from inaam.consent where user_key = $1 order by t',
    [`device-of-${mobile}`],
  );
  expect(rows).toEqual([{ answer: 'YES' }, { answer: 'NO' }]);
  const verified = await runOperatorInProcess(['ledger', 'verify', '--json'], { variables });
  expect(JSON.parse(verified.output)).toMatchObject({ valid: true });
});

const pseudonymOf = (typed: string, env: Record<string, string>) =>
  runOperatorInProcess(['number', 'pseudonym', '--why', 'the audit', '--json'], {
    variables: env,
    typed,
  });

test('[CAM-3] pseudonym: an auditor finds the entries of a number in the ledger, and it is written nowhere', async () => {
  const { pseudonym, mobile } = fixture.nextParticipant(5);
  await fixture.grantVoucher(5, { pseudonym, mobile });
  const found = await pseudonymOf(mobile, variables);
  expect(found.exit).toBe(0);
  const name = pseudonym.toString('hex');
  expect(found.json()).toEqual({
    campaign: 'biscuit-2025',
    participations: [
      {
        pseudonym: name,
        entries: [
          expect.objectContaining({ kind: 'verified', promise: 'fixed', pseudonym: name }),
          expect.objectContaining({ kind: 'granted', amount: 5, pseudonym: name }),
        ],
      },
    ],
  });
  expect(`${found.output}${found.errors}`).not.toContain(mobile);
  const audit = await newestAudit();
  expect(audit).toMatch(/"command":"number pseudonym".*"reason":"the audit"/);
  expect(audit).not.toMatch(new RegExp(`${mobile}|${name}`));

  const nobody = await pseudonymOf(newMobile(), variables);
  expect(nobody.json()).toMatchObject({ participations: [{ entries: [] }] });
});

test('[CAM-3] pseudonym: another key than the committed one computes nothing, and is not printed', async () => {
  const { mobile } = fixture.nextParticipant(5);
  const other = randomBytes(32).toString('base64');
  const refused = await pseudonymOf(mobile, { ...variables, PSEUDONYM_SECRET: other });
  expect(refused.exit).toBe(1);
  expect(refused.errors).toContain('has committed to: nothing was computed');
  expect(`${refused.output}${refused.errors}`).not.toContain(other);
});
