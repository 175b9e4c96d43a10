// If the outcome cannot be recorded, the same text may be sent again under the same id.
import type { SmsKind } from '@inaam/campaigns/sms/sms-template.ts';
import {
  mayTakeNextPath,
  pathsOfVoucher,
  unclearPausesMs,
  type Unclear,
} from './delivery-limits.rules.ts';
import { refusedReason, unclearReason } from './failure-reasons.rules.ts';
import type { Late, OutgoingSms, SendOutcome } from '../sms/provider.ts';
import { errorCode } from '../platform/errors.ts';
import type { NotTried, SmsPath } from '../sms/paths/sms-path.ts';
import type { Attempt, failMessages, recordAttempts } from './messages.sql.ts';
import type { Leased } from './outbox.sql.ts';
import type { MessageOutcome, SendingContext } from './delivery-dependencies.ts';
import { createHash } from 'node:crypto';

export type SmsStorage = {
  failMessages: ReturnType<typeof failMessages>;
  recordCodeAttempts: ReturnType<typeof recordAttempts>;
  recordVoucherAttempts: ReturnType<typeof recordAttempts>;
};
type Context = SendingContext<SmsStorage>;

/** How many slow paths one attempt may try: it must end before its lease does. */
const triesMax = 2;

/**
 * @param sms has the message's id
 * @param lease nothing is handed to a provider after it: another process may send the message then
 * @param resends how often operators have resent the message
 * @throws DeliveryError if the message must be tried again
 */
export async function sendSms(
  context: Context,
  kind: SmsKind,
  sms: OutgoingSms,
  lease: Pick<Leased, 'until' | 'unclear'>,
  resends = 0,
): Promise<MessageOutcome> {
  const pausesMs = unclearPausesMs[kind];
  let unclearTimes = lease.unclear?.times ?? 0;
  if (lease.unclear && unclearTimes >= pausesMs.length) {
    await giveUp(context, sms.id, lease.unclear);
    return 'failed';
  }
  const outgoing = { ...sms, id: outgoingId(sms.id, resends) };
  let result: SendOutcome['kind'] | NotTried['reason'] | undefined;
  let reason = 'no path';
  let tries = 0;
  const paths = pathsFor(context, kind, lease);
  for (const [place, path] of paths.entries()) {
    if (performance.now() > lease.until) throw new DeliveryError('There was no time left to send.');
    const facts = { messageId: sms.id, path: path.name };
    const outcome = await path.send(kind, outgoing, lateAnswer(context, kind, facts));
    reason = reasonOf(outcome);
    result = outcome.kind === 'notTried' ? outcome.reason : outcome.kind;
    if (result !== 'resting') tries += 1;
    if (result === 'unknown') unclearTimes += 1;
    const isLast =
      place === paths.length - 1 || tries === triesMax || unclearTimes === pausesMs.length;
    const goesOn = !isLast && mayTakeNextPath(kind, result);
    if (outcome.kind !== 'notTried') await record(context, kind, { ...facts, goesOn }, outcome);
    if (outcome.kind === 'accepted') return 'sent';
    if (outcome.kind === 'refusedPermanently') return 'failed';
    if (!goesOn) break;
  }
  const sentence = `The SMS provider did not accept the message: ${reason}.`;
  const pauseMs = result === 'unknown' ? pausesMs[unclearTimes - 1] : undefined;
  throw pauseMs === undefined ? new DeliveryError(sentence) : new PutOffError(sentence, pauseMs);
}

const pathsFor = (
  { paths, clocks }: Context,
  kind: SmsKind,
  { unclear }: Pick<Leased, 'unclear'>,
): readonly SmsPath[] => {
  const able = paths.filter(({ sends }) => sends.includes(kind));
  return kind === 'otp' ? able : pathsOfVoucher(able, unclear, clocks.wall());
};

async function giveUp(
  { storage, clocks, log }: Context,
  messageId: string,
  { path, reason }: Unclear,
): Promise<void> {
  const why = unclearReason(path, reason);
  await storage.failMessages.one({ messageId, at: clocks.wall(), reason: why });
  log.error(
    { message: messageId, path, reason },
    'A message is no longer sent: no answer to its attempts said whether the SMS provider took it. Compare the answers of the path with its rules.',
  );
}

/** A message that no honest `serve` writes is never sent, and a person hears of it. */
export async function refuseToSend(
  { storage, clocks, log }: Context,
  messageId: string,
  why: string,
): Promise<'failed'> {
  const reason = refusedReason(why);
  await storage.failMessages.one({ messageId, at: clocks.wall(), reason });
  log.error(
    { alarm: true, message: messageId, reason },
    'A message is not sent, because no honest `serve` writes it. See "deliver refuses a message" in docs/run/voucher-not-sent.md.',
  );
  return 'failed';
}

const ceilingRemedies = {
  codes: '"A flood of codes" in docs/run/when-something-is-wrong.md',
  vouchers: '"deliver refuses a message" in docs/run/voucher-not-sent.md',
};

/** @throws PutOffError: above the limits of this program, it waits */
export function assertBelowCeiling({ log, ceilings }: Context, of: 'codes' | 'vouchers'): void {
  const limit = ceilings?.[of].take();
  if (limit === undefined) return;
  log.error(
    { alarm: true, limit },
    `This program sends no more ${of} for now: its own limit in a ${limit} is reached. If \`serve\` does not explain it, it may be taken over: see ${ceilingRemedies[of]}.`,
  );
  throw new PutOffError(`The limit of ${of} in a ${limit} is reached.`, 60_000);
}

type Facts = Pick<Attempt, 'messageId' | 'path'>;

/** Whoever handed the message over no longer waits, but the answer counts. */
function lateAnswer(context: Context, kind: SmsKind, facts: Facts): Late {
  const hear = (outcome: SendOutcome) =>
    void record(context, kind, { ...facts, isLate: true }, outcome).catch((error: unknown) =>
      context.log.warn(
        { message: facts.messageId, code: errorCode(error) },
        'A late answer of the SMS provider could not be recorded.',
      ),
    );
  return { stop: context.stopping.signal, hear };
}

async function record(
  { storage, clocks, log }: Context,
  kind: SmsKind,
  facts: Facts & Pick<Attempt, 'goesOn' | 'isLate'>,
  outcome: SendOutcome,
): Promise<void> {
  const { messageId, path } = facts;
  const attempt = attemptOf({ ...facts, at: clocks.wall() }, outcome);
  // In separate batches, so that codes never wait for rows locked by vouchers.
  await (kind === 'otp' ? storage.recordCodeAttempts : storage.recordVoucherAttempts).one(attempt);
  if (attempt.outcome === 'accepted') {
    if (attempt.reference !== undefined) return;
    log.warn(
      { path },
      'The SMS provider gave no id of the messages that it accepted: their receipts cannot be matched. Ask it for the id in its answer. Logged at most once a minute.',
    );
    return;
  }
  const { reason } = attempt;
  if (attempt.outcome === 'refused' && attempt.isFinal) {
    log.error(
      { message: messageId, path, reason },
      'The SMS provider rejected a message permanently. See the reason.',
    );
    return;
  }
  log.warn(
    { path, reason },
    attempt.outcome === 'unknown'
      ? 'The SMS provider did not say whether it took messages; they are sent again a few times. See "When a path fails" in docs/make/sms.md. Logged at most once a minute.'
      : 'The SMS provider did not accept messages; they will be retried. Logged at most once a minute.',
  );
}

function reasonOf(outcome: SendOutcome | NotTried): string {
  if (outcome.kind === 'notTried') return outcome.reason;
  return outcome.kind === 'accepted' ? '' : safeReason(outcome.reason);
}

function attemptOf(facts: Omit<Attempt, 'outcome'>, outcome: SendOutcome): Attempt {
  if (outcome.kind === 'accepted') {
    return { ...facts, outcome: 'accepted', reference: outcome.reference };
  }
  const reason = safeReason(outcome.reason);
  switch (outcome.kind) {
    case 'refusedPermanently':
      return { ...facts, outcome: 'refused', reason, isFinal: true };
    case 'refusedForNow':
    case 'throttled':
      return { ...facts, outcome: 'refused', reason, isFinal: false };
    case 'unknown':
      return { ...facts, outcome: 'unknown', reason };
    default:
      return outcome satisfies never;
  }
}

/**
 * The id by which the provider knows an SMS. Retries keep it, so that the provider can recognize
 * them; a voucher resent by an operator is a new SMS.
 * @param resends how often the message was resent
 * @returns a UUID: the message's, or one derived from it
 */
function outgoingId(messageId: string, resends: number): string {
  if (resends === 0) return messageId;
  const hash = createHash('sha256').update(`${messageId}|${resends}`).digest('hex');
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`];
  return [...parts, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-');
}

/** The message is to be tried again. The text contains no personal data. */
export class DeliveryError extends Error {
  override name = 'DeliveryError';
}

/** The message is due again after `waitMs`, with all its attempts. */
export class PutOffError extends DeliveryError {
  override name = 'PutOffError';
  readonly waitMs: number;

  constructor(message: string, waitMs: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

/** Shortens a provider's reason and masks digits that could be a mobile or a code. */
export function safeReason(reason: string): string {
  return reason
    .replaceAll(/[^\x20-\x7e]/g, ' ')
    .replaceAll(/\d(?:[^A-Za-z\d]{0,3}\d){3,}/g, '#')
    .slice(0, 100);
}
