// Finds vouchers that one person seems to have claimed under several numbers (docs/decisions/0038).
import {
  reviewRules,
  thresholdMax,
  type ReviewMode,
  type ReviewRule,
  type ReviewWindow,
} from '../contract.ts';

export type ReviewSetting = {
  mode: ReviewMode;
  /** The smallest number that counts as a cluster. */
  threshold: number;
  windowHours: ReviewWindow;
};

export type ReviewSettings = Readonly<Record<ReviewRule, ReviewSetting>>;

/** How many have the same source, including the number itself; for `guesses`, the wrong codes. */
export type Measured = { inHour: number; inDay: number; inWeek: number };

/**
 * Smaller numbers are not recorded: two or three numbers on one phone are a family. A whole office
 * or market shares one address, and a shop sells consecutive numbers.
 */
export const thresholdMin: Readonly<Record<ReviewRule, number>> = {
  device: 3,
  network: 10,
  block: 5,
  guesses: 3,
};

/** The settings of a rule that nobody has changed: it lists groups, and holds nothing. */
export const defaultSettings: ReviewSettings = {
  device: { mode: 'watch', threshold: 4, windowHours: 24 },
  network: { mode: 'watch', threshold: 40, windowHours: 1 },
  block: { mode: 'watch', threshold: 15, windowHours: 24 },
  guesses: { mode: 'watch', threshold: 6, windowHours: 24 },
};

const measuredIn = ({ inHour, inDay, inWeek }: Measured, windowHours: ReviewWindow): number =>
  windowHours === 1 ? inHour : windowHours === 24 ? inDay : inWeek;

/** Whether it is recorded, so that other thresholds can be tried later. */
export const isNoticed = (rule: ReviewRule, { inWeek }: Measured): boolean =>
  inWeek >= thresholdMin[rule];

const isReached = (measured: Measured, { threshold, windowHours }: ReviewSetting): boolean =>
  measuredIn(measured, windowHours) >= threshold;

/** Whether a voucher must be measured before it is sent. */
export const holdsVouchers = (settings: ReviewSettings): boolean =>
  reviewRules.some((rule) => settings[rule].mode === 'hold');

/** The first rule that holds the voucher before it is sent. */
export function findHoldingRule(
  measured: ReadonlyMap<ReviewRule, Measured>,
  settings: ReviewSettings,
): ReviewRule | undefined {
  return reviewRules.find((rule) => {
    const one = measured.get(rule);
    return one !== undefined && settings[rule].mode === 'hold' && isReached(one, settings[rule]);
  });
}

const hourMs = 3_600_000;

/**
 * Counts wrong tries; the last try before the verification was the correct one.
 * @param times of all tries of the number's codes, ms
 */
export function wrongTries(times: readonly number[], verifiedAt: number): Measured {
  const within = (hours: number) =>
    Math.max(
      0,
      times.filter((at) => at > verifiedAt - hours * hourMs && at <= verifiedAt).length - 1,
    );
  return { inHour: within(1), inDay: within(24), inWeek: within(168) };
}

export const isThreshold = (rule: ReviewRule, threshold: number): boolean =>
  threshold >= thresholdMin[rule] && threshold <= thresholdMax;

const withinWords: Readonly<Record<ReviewWindow, string>> = {
  1: 'within an hour',
  24: 'within a day',
  168: 'within a week',
};

/** "12 numbers were verified on one device within a day" */
export function reasonInWords(
  rule: ReviewRule,
  measured: Measured,
  windowHours: ReviewWindow,
): string {
  const count = measuredIn(measured, windowHours);
  const many = count >= thresholdMax ? `${count} or more` : String(count);
  const within = withinWords[windowHours];
  const sentences: Record<ReviewRule, string> = {
    device: `${many} numbers were verified on one device ${within}`,
    network: `${many} numbers were verified from one network ${within}`,
    block: `${many} numbers of one block of a thousand were verified ${within}`,
    guesses: `${many} wrong codes were typed ${within} before the right one`,
  };
  return sentences[rule];
}
