// Honest amendments are accepted, and every way to falsify one is refused.
import { describe, expect, test } from 'vitest';
import {
  documentOf,
  generateEntries,
  smallPlan,
  type Entry,
  type Plan,
  type PlannedAmendment,
} from '@inaam/testing/verifier/honest-campaign.ts';
import { publish, verdictOf } from '@inaam/testing/verifier/published-files.ts';

/** 4 blocks of 20 cards, of which some 100 participants use up all before the amendment. */
const tight: Plan = {
  ...smallPlan,
  deck: { ...smallPlan.deck, blocks: 4 },
  fixed: smallPlan.fixed.map((fixed) => ({ ...fixed, rewards: 20 })),
  whenDeckEnds: { kind: 'reserve', amount: 3, rewards: 5 },
};
const more: PlannedAmendment = {
  number: 180,
  blocks: 3,
  fixed: [15],
  reserve: 10,
  to: '2025-05-15',
};
const later = { ...more, blocks: 0, fixed: [0], reserve: 0, to: '2025-05-20' };
const early = { ...later, number: 90, to: '2025-05-08' };
const closing = { kind: 'close' } as const;

const entriesOf = (plan: Plan, amendments: readonly PlannedAmendment[], most = 300) => [
  ...generateEntries(plan, most, 1, amendments),
];
const filesOf = (plan: Plan, entries: readonly Entry[]) =>
  publish({ document: documentOf(plan), entries });

describe('honest amendments', () => {
  test.each([
    ['a supplement', tight, [more]],
    ['a supplement under daily pacing', { ...tight, pacing: 'daily' as const }, [more]],
    [
      'a supplement of a closing campaign',
      { ...tight, whenDeckEnds: closing },
      [{ ...more, reserve: 0 }],
    ],
    ['a later last day, paced', { ...smallPlan, pacing: 'daily' as const }, [later]],
    ['an earlier last day, paced', { ...smallPlan, pacing: 'daily' as const }, [early]],
    [
      'several',
      tight,
      [more, { ...later, number: 200 }, { ...more, number: 220, to: '2025-05-17' }],
    ],
  ])('[CAM-3] %s is followed', async (_, plan, amendments) => {
    const entries = entriesOf(plan, amendments);
    const amended = entries.filter(({ kind }) => kind === 'amended').length;
    expect(amended).toBe(amendments.length);
    expect(await verdictOf(filesOf(plan, entries))).toMatchObject({
      valid: true,
      amended,
      lastDay: amendments.at(-1)?.to,
    });
  });

  test('[CAM-3] what is added is drawn after the committed blocks, and all pools say so', async () => {
    const entries = entriesOf(tight, [more]);
    const blocks = entries.flatMap(({ block }) => (typeof block === 'number' ? [block] : []));
    expect(Math.max(...blocks)).toBeGreaterThan(3);
    const verdict = await verdictOf(filesOf(tight, entries));
    expect(verdict).toMatchObject({
      pools: [
        { pool: 'chance:3', planned: 14 * 7 },
        { pool: 'chance:5', planned: 5 * 7 },
        { pool: 'chance:10', planned: 7 },
        { pool: 'reserve:3', planned: 15 },
        { pool: 'fixed:Tamil Nadu:3', planned: 35 },
      ],
    });
  });
});

describe('an amendment that was tampered with', () => {
  const entries = entriesOf(tight, [more]);
  const change = (fields: Entry) =>
    entries.map((entry) => (entry['kind'] === 'amended' ? { ...entry, ...fields } : entry));
  const forged = 'ab'.repeat(32);
  const withoutIt = entries
    .filter(({ kind }) => kind !== 'amended')
    .map((entry, number) => ({ ...entry, number }));
  const day = entries.find(({ kind }) => kind === 'amended')?.['day'] ?? '';

  const after = { day: '2025-05-16', to: '2025-05-20' };
  test.each<[string, Entry[], string]>([
    ['not sealed by the secret', change({ seal: forged }), 'Line 181 of the ledger: seal must be'],
    // Without it, later promises break the rules.
    ['removed', withoutIt, 'nothing is left'],
    ['with less', change({ blocks: 0 }), 'promise must be reserve, but is chance'],
    ['with fewer fixed rewards', change({ fixed: [] }), 'the length of fixed must be 1, but is 0'],
    ['of no whole number', change({ reserve: -1 }), 'reserve must be a whole number of 0 or more'],
    ['of more than can be counted', change({ blocks: 2 ** 53 - 1 }), 'what is planned must be'],
    [
      'of no change',
      change({ blocks: 0, fixed: [0], reserve: 0 }),
      'must be a change, but is none',
    ],
    ['with a field more', change({ why: 'x' }), 'the list of the fields must be at, blocks, '],
    [
      'that ends before itself',
      change({ to: '2025-05-06' }),
      'to must be neither before the entry',
    ],
    ['that was made after the end', change(after), 'day must be no later than the last day'],
  ])('[CAM-3] one %s is refused', async (_, changed, message) => {
    const { amendments: _own, ...files } = filesOf(tight, changed);
    const verdict = await verdictOf(files);
    expect(verdict).toMatchObject({ valid: false });
    expect(verdict.valid ? '' : verdict.fault.message).toContain(message);
  });

  test('[CAM-3] a day that was moved is refused, whether or not the hashes are computed again', async () => {
    const honest = filesOf(tight, entries);
    const moved = honest.ledger.replace('"to":"2025-05-15"', '"to":"2025-05-25"');
    expect(await verdictOf({ ...honest, ledger: moved })).toMatchObject({
      fault: { what: 'the hash of this entry over the one before', line: 181 },
    });
    const sealed = JSON.parse(honest.amendments).entry;
    const again = filesOf(tight, change({ ...sealed, to: '2025-05-25' }));
    expect(await verdictOf(again)).toMatchObject({ fault: { what: 'seal', line: 181 } });
  });

  test('[CAM-3] a seal is of one place in one ledger: moved, it is refused', async () => {
    const sealed = JSON.parse(filesOf(tight, entries).amendments).entry;
    const other = entries.with(0, { ...entries[0], state: 'Bihar' });
    const moved = other.map((entry) => (entry['kind'] === 'amended' ? sealed : entry));
    const { amendments: _own, ...files } = filesOf(tight, moved);
    const verdict = await verdictOf(files);
    expect(verdict).toMatchObject({ valid: false, fault: { what: 'state' } });
    const calm = entries.with(0, { ...entries[0], at: '2025-05-05T18:31Z' });
    const shifted = calm.map((entry) => (entry['kind'] === 'amended' ? sealed : entry));
    const { amendments: _other, ...rest } = filesOf(tight, shifted);
    expect(await verdictOf(rest)).toMatchObject({ fault: { what: 'seal', line: 181 } });
  });

  test.each([
    ['one was published that the ledger lacks', withoutIt.slice(0, 150)],
    ['another one was published', change({ blocks: 4 })],
  ])('[CAM-3] with the published amendments it shows that %s', async (_, changed) => {
    const { amendments } = filesOf(tight, entries);
    const verdict = await verdictOf({ ...filesOf(tight, changed), amendments });
    expect(verdict.valid ? '' : verdict.fault.message).toMatch(
      /^The amendments: the file must be the amendments of the ledger, byte for byte/,
    );
  });

  test('[CAM-3] with the published amendments it shows that one was never published, or torn', async () => {
    const files = filesOf(tight, entries);
    for (const amendments of ['', files.amendments.slice(0, -1)]) {
      expect(await verdictOf({ ...files, amendments })).toMatchObject({
        fault: { file: 'amendments', what: 'the file' },
      });
    }
    const { amendments: _own, ...rest } = files;
    expect(await verdictOf(rest)).toMatchObject({ valid: true });
    expect(day <= '2025-05-15').toBe(true);
  });
});

const closed: Plan = { ...tight, whenDeckEnds: closing };
const refusalOf = async (plan: Plan, amendment: PlannedAmendment) => {
  const verdict = await verdictOf(
    filesOf(plan, entriesOf(plan, [{ ...amendment, number: 9 }], 20)),
  );
  return verdict.valid ? '' : verdict.fault.message;
};

test('[CAM-2][CAM-3] an amendment may not add to the reserve of a closing campaign', async () => {
  const message = 'reserve must be 0, because the campaign closes, but is 10';
  expect(await refusalOf(closed, more)).toContain(message);
});

test.each([
  ['beyond a fixed reward', tight, '2025-05-17'],
  ['of a closing campaign to that of a fixed reward', closed, '2025-05-16'],
])('[CAM-2][CAM-3] an amendment may not move the last day %s', async (_, plan, to) => {
  const fixed = plan.fixed.map((one) => ({ ...one, until: '2025-05-16' }));
  const message = `to must be a day on which the same fixed rewards apply, but is ${to}`;
  expect(await refusalOf({ ...plan, fixed }, { ...later, to })).toContain(message);
});
