// Labels have fixed lists of values, never a key, a mobile or user input.
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

const callSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ) => new Counter<Label>({ name: `inaam_${name}_total`, help, labelNames, registers });
  return {
    registry,
    visits: counter('visits', 'Sessions started from the QR code.'),
    visitsDropped: counter(
      'visits_dropped',
      'Visits that were not stored: beyond the limit of a network, while the database was down, or refused by it.',
      ['reason'],
    ),
    consents: counter('consents', 'Answers to the privacy notice.', ['answer']),
    codesAsked: counter('codes_asked', 'One-time codes requested, each owed as an SMS.'),
    codesPriced: counter(
      'codes_priced',
      'Code requests refused: asked: a proof of work is enough; none: nothing is.',
      ['proof'],
    ),
    codesSent: counter('codes_sent', 'One-time codes accepted by the SMS provider.'),
    verified: counter('verified', 'Codes verified, for the first time or repeated.', ['kind']),
    rewards: counter('rewards', 'Rewards granted, by rupees and kind.', ['amount', 'kind']),
    refusals: counter('refusals', 'Calls refused, by message id or reason.', [
      'call',
      'message_id',
    ]),
    alarms: counter('alarms', "Alarms that need a person's attention; the log gives the reason."),
    vouchersOverdue: new Gauge({
      name: 'inaam_vouchers_overdue',
      help: 'Vouchers owed for more than so many days; ten are promised, and 10,000 are counted at most.',
      labelNames: ['days'] as const,
      registers,
    }),
    stockDays: new Gauge({
      name: 'inaam_voucher_stock_days',
      help: 'Days that the voucher codes of an amount last at the present rate; absent without demand.',
      labelNames: ['amount'] as const,
      registers,
    }),
    receiptsNotUnderstood: counter(
      'sms_receipts_not_understood',
      'Receipts of delivery that were not understood, by SMS path; the log says why.',
      ['path'],
    ),
    ...createHistograms(registers),
  };
}

function createHistograms(registers: Registry[]) {
  return {
    calls: new Histogram({
      name: 'inaam_call_seconds',
      help: 'Requests answered, by call and status.',
      labelNames: ['call', 'status'] as const,
      buckets: callSeconds,
      registers,
    }),
    jobs: new Histogram({
      name: 'inaam_job_seconds',
      help: 'Message jobs finished, by kind and outcome; again: to be retried.',
      labelNames: ['kind', 'outcome'] as const,
      buckets: callSeconds,
      registers,
    }),
  };
}

/** Counts a delivery job; a sent code also counts in the funnel. */
export function countJob(
  metrics: Metrics,
  { kind, outcome, seconds }: { kind: 'otp' | 'voucher'; outcome: string; seconds: number },
): void {
  metrics.jobs.observe({ kind, outcome }, seconds);
  if (kind === 'otp' && outcome === 'sent') metrics.codesSent.inc();
}

export function keepWatched(
  { vouchersOverdue, stockDays }: Metrics,
  seen:
    | { kind: 'overdue'; days: number; count: number }
    | { kind: 'stock'; amount: number; daysLeft: number | null },
): void {
  if (seen.kind === 'overdue') vouchersOverdue.set({ days: seen.days }, seen.count);
  else if (seen.daysLeft === null) stockDays.remove({ amount: seen.amount });
  else stockDays.set({ amount: seen.amount }, seen.daysLeft);
}
