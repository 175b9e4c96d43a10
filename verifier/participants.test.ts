import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Participants } from './participants.ts';
import { validEntries, publish, writeFiles } from '@inaam/testing/verifier/published-files.ts';
import { smallPlan } from '@inaam/testing/verifier/honest-campaign.ts';
import { verifyCampaign } from './verify-campaign.ts';

const pseudonym = (at: number) =>
  createHash('sha256').update(String(at)).digest('hex').slice(0, 32);

test('the table matches a Map for the class that it stores', () => {
  const events = fc.array(
    fc.record({
      at: fc.nat(60),
      kind: fc.constantFrom('verified' as const, 'granted' as const),
      state: fc.nat(5),
    }),
    { maxLength: 200 },
  );
  fc.assert(
    fc.property(events, fc.integer({ min: 4, max: 64 }), (list, most) => {
      const participants = new Participants(most);
      const known = new Map<
        number,
        { before: string; stateBefore: number; promiseBefore: number }
      >();
      for (const { at, kind, state } of list) {
        const met = participants.record(pseudonym(at), kind, state, at + state);
        const fresh = { before: 'new', stateBefore: -1, promiseBefore: undefined };
        if (met) expect(met).toEqual(known.get(at) ?? fresh);
        const promiseBefore = known.get(at)?.promiseBefore ?? at + state;
        if (participants.classes === 1) expect(met).toBeDefined();
        known.set(at, { before: kind, stateBefore: state, promiseBefore });
      }
    }),
  );
});

test('every pseudonym belongs to exactly one class, however many there are', () => {
  const participants = new Participants(10);
  for (let at = 0; at < 500; at += 1) participants.record(pseudonym(at), 'verified', 0, at);
  expect(participants.classes).toBeGreaterThan(16);
  let met = 0;
  for (let wanted = 0; wanted < participants.classes; wanted += 1) {
    participants.startClass(wanted);
    for (let at = 0; at < 500; at += 1)
      met += participants.record(pseudonym(at), 'verified', 0, at) ? 1 : 0;
  }
  expect(met).toBe(500);
});

const entries = validEntries(smallPlan, 400);
const duplicate = entries.findIndex(
  ({ kind, number }) => kind === 'verified' && Number(number) > 200,
);
const broken = entries.with(duplicate, {
  ...entries[duplicate],
  pseudonym: entries[0]?.['pseudonym'] ?? '',
});
const alsoWrong = broken.with(350, { ...broken[350], number: 9 });

test.each([10, 25, 80, 1_000_000])(
  '[CAM-2] with a table of %i the verdict is the same: the first mismatch of any class',
  async (most) => {
    const small = () => new Participants(most);
    expect(await verifyCampaign(await writeFiles(publish({ entries })), small())).toMatchObject({
      valid: true,
      entries: 400,
    });
    for (const list of [broken, alsoWrong]) {
      expect(
        await verifyCampaign(await writeFiles(publish({ entries: list })), small()),
      ).toMatchObject({
        fault: { line: duplicate + 1, found: 'in the ledger already' },
      });
    }
  },
);
