// Measures each winner once, when the voucher is first taken for sending, and holds the voucher if
// a rule demands it. At that time it has no code yet, and no shopper waits for an answer.
import { sealContexts } from '@inaam/server/platform/seal.ts';
import {
  defaultSettings,
  findHoldingRule,
  isNoticed,
  reasonInWords,
  wrongTries,
  type Measured,
  type ReviewSettings,
  holdsVouchers,
} from './review.rules.ts';
import { batched, type Batched } from '@inaam/server/database/batches/batch.ts';
import {
  readUnmeasured,
  recordMeasurements,
  type HeldByRule,
  type Noticed,
  type Trace,
  type Unmeasured,
} from './measurements.sql.ts';
import type {
  DeliveryDependencies,
  VoucherWatch,
} from '@inaam/server/messages/delivery-dependencies.ts';
import { errorCode } from '@inaam/server/platform/errors.ts';
import { repeat } from '@inaam/server/platform/timing.ts';
import { readSettings } from './settings.sql.ts';
import type { ReviewRule } from '../contract.ts';

type ReviewDependencies = Pick<DeliveryDependencies, 'database' | 'campaign' | 'clocks'> & {
  keys: Pick<DeliveryDependencies['keys'], 'open' | 'sourceHash'>;
};

/**
 * Takes message ids; a batch is one transaction.
 * @param mayHold false: they may have been sent already
 */
export function reviewVouchers(
  dependencies: ReviewDependencies,
  { mayHold }: { mayHold: boolean } = { mayHold: true },
): Batched<string, 'reviewed'> {
  const { database, campaign, clocks } = dependencies;
  return batched(
    (message) => message,
    async (messages) => {
      const { people, settings } = await readUnmeasured(
        database,
        campaign.id,
        messages,
        clocks.wall(),
        mayHold,
      );
      if (people.length > 0) {
        const traces = people.flatMap((person) => tracesOf(dependencies, person));
        await recordMeasurements(database, campaign.id, traces, clocks.wall(), (counts) =>
          findingsOf(people, traces, counts, mayHold ? settings : defaultSettings),
        );
      }
      return new Map(messages.map((message) => [message, 'reviewed']));
    },
  );
}

function tracesOf(
  { keys }: ReviewDependencies,
  { pseudonym, mobileSealed, verifiedAt: at, userKey, network }: Unmeasured,
): Trace[] {
  const mobile = keys.open(mobileSealed, sealContexts.personalDataMobile(pseudonym));
  const sources: [ReviewRule, Buffer | undefined][] = [
    ['device', userKey === undefined ? undefined : keys.sourceHash('device', userKey)],
    ['network', network],
    ['block', keys.sourceHash('block', mobile.slice(0, 7))],
  ];
  return sources.flatMap(([rule, source]) => (source ? [{ pseudonym, rule, source, at }] : []));
}

function findingsOf(
  people: readonly Unmeasured[],
  traces: readonly Trace[],
  counts: readonly (Measured | undefined)[],
  settings: ReviewSettings,
): { noticed: Noticed[]; held: HeldByRule[] } {
  const counted = traces.flatMap((trace, at): Noticed[] => {
    const measured = counts[at];
    return measured ? [{ ...trace, ...measured }] : [];
  });
  const all = people.flatMap((person) => {
    const own = counted.filter(({ pseudonym }) => pseudonym.equals(person.pseudonym));
    const guesses = wrongTries(person.tries, person.verifiedAt);
    // Wrong guesses at many numbers on one device are one cluster.
    const from = own.find(({ rule }) => rule === 'device') ?? own[0];
    return from
      ? [{ person, measured: [...own, { ...from, rule: 'guesses' as const, ...guesses }] }]
      : [];
  });
  return {
    noticed: all.flatMap(({ measured }) => measured.filter((one) => isNoticed(one.rule, one))),
    held: all.flatMap(({ person, measured }): HeldByRule[] => {
      const rule = findHoldingRule(new Map(measured.map((one) => [one.rule, one])), settings);
      const found = measured.find((one) => one.rule === rule);
      if (rule === undefined || !found) return [];
      const reason = reasonInWords(rule, found, settings[rule].windowHours);
      return [{ pseudonym: person.pseudonym, by: `rule ${rule}`, reason }];
    }),
  };
}

// While no rule holds vouchers, sending does not wait for the review. The vouchers of a few seconds
// are then measured together after they were sent, so that the review hardly slows a shopper's
// journey.

/** How soon a rule takes effect, and postponed vouchers are measured. */
const intervalMs = 2000;

export async function watchVouchers(
  own: ReviewDependencies & Pick<DeliveryDependencies, 'log'>,
): Promise<VoucherWatch> {
  const { measurePostponed, ...review } = createReview(own);
  await measurePostponed();
  const measuring = repeat(intervalMs, measurePostponed, (error) =>
    own.log.warn(
      { code: errorCode(error) },
      'Winners could not be measured for the review; they will be in a moment. If this continues, check the database.',
    ),
  );
  return {
    ...review,
    async stop() {
      await measuring.stop();
      await measurePostponed().catch(() => undefined);
    },
  };
}

/** Beyond this limit they are measured before they are sent, so that memory is limited. */
const waitingMax = 5000;

export function createReview(dependencies: ReviewDependencies) {
  const { database, campaign } = dependencies;
  const measureAndHold = reviewVouchers(dependencies);
  const measure = reviewVouchers(dependencies, { mayHold: false });
  let isHolding = false;
  let waiting = new Set<string>();
  return {
    mayHold: () => isHolding || waiting.size >= waitingMax,
    measure: async (messageId: string) => {
      await (isHolding ? measureAndHold : measure).one(messageId);
    },
    postpone: (messageId: string) => void waiting.add(messageId),
    /** Measures postponed vouchers, and reads which rules hold vouchers. */
    measurePostponed: async () => {
      isHolding = holdsVouchers(await readSettings(database, campaign.id));
      const due = [...waiting];
      waiting = new Set();
      await Promise.all(
        due.map((messageId) =>
          measure.one(messageId).catch((error: unknown) => {
            waiting.add(messageId);
            throw error;
          }),
        ),
      );
    },
  };
}
