// WhatsApp as a path of messages beside SMS. The Cloud API knows no key against doubles: each
// message is claimed before it is handed over, and what is unclear waits for the web hook.
import type { SmsKind } from '@inaam/campaigns/sms/sms-template.ts';
import { errorCode } from '@inaam/server/platform/errors.ts';
import type { OutgoingSms, SendOutcome } from '@inaam/server/sms/provider.ts';
import type { SmsPathOptions } from '@inaam/server/sms/paths/sms-path.ts';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sending } from '../../server-plugin.ts';
import type { WhatsApp } from '../campaign.ts';
import { accountOf, type Account } from '../settings.ts';
import { markUnreachable } from './choices.sql.ts';
import { codeComponents, sendTemplate, voucherComponents } from './cloud-api.ts';
import { fateOf, meaningOf, spelled, verdictOn, type Verdict } from './cloud-answer.rules.ts';
import { isStillWanted } from './fates.sql.ts';
import {
  claimSends,
  readFates,
  readStandings,
  recordSends,
  type SendState,
  type Standing,
} from './sends.sql.ts';

type Own = Sending;

/** What the core calls the path, and the receipts. */
export const pathName = 'whatsapp';

/** Of a process. The Cloud API takes 80 messages a second from a number. */
const limits = {
  otp: { inFlight: 256, perSecond: 50 },
  voucher: { inFlight: 32, perSecond: 20 },
} as const;

/** How often the state of a code that was accepted is looked up. */
const lookMs = 200;
/** Beyond the wait, so that its own answer comes first. */
const marginMs = 2000;

type Context = Own & {
  account: Account;
  choice: WhatsApp;
  storage: ReturnType<typeof storageOf>;
};

const storageOf = ({ database, campaign: { id }, clocks }: Own) => ({
  standings: readStandings(database, id, clocks.wall),
  claims: claimSends(database, id),
  records: recordSends(database),
  fates: readFates(database),
  unreachable: markUnreachable(database, id),
});

/** @returns the paths with WhatsApp before or after SMS, as the campaign says */
export function whatsappPaths(
  own: Own,
  paths: readonly SmsPathOptions[],
): readonly SmsPathOptions[] {
  const account = accountOf(own.variables ?? {});
  const choice = own.campaign.whatsapp;
  if (!account || !choice) return paths;
  const context: Context = { ...own, account, choice, storage: storageOf(own) };
  const isFirst = choice.first === 'whatsapp';
  return isFirst
    ? [pathFor(context, 'otp', isFree), pathFor(context, 'voucher', isFreeOrBegun), ...paths]
    : [
        copiesLater(context),
        pathFor(context, 'voucher', isBegun),
        ...paths,
        pathFor(context, 'otp', isFree),
        pathFor(context, 'voucher', isFreeOrBegun),
      ];
}

type Takes = (standing: Standing) => boolean;
const oneOf =
  (...states: readonly SendState[]): Takes =>
  ({ state }) =>
    state !== null && states.includes(state);

const isFree: Takes = ({ wants, state }) => wants && state === null;
/** The outcome of one that was begun is known here alone. */
const isBegun: Takes = (standing) =>
  standing.state === 'wanted' ? standing.wants : oneOf('begun', 'unknown', 'accepted')(standing);
const isFreeOrBegun: Takes = (standing) => isFree(standing) || isBegun(standing);

const pathFor = (context: Context, kind: SmsKind, takes: Takes): SmsPathOptions => ({
  name: pathName,
  sends: [kind],
  provider: {
    send: (sms, signal) =>
      kind === 'otp' ? sendCode(context, sms, signal) : sendVoucher(context, sms, signal),
  },
  limits: limits[kind],
  sendMs: context.choice.waitSeconds * 1000 + marginMs,
  hasReceipts: true,
  takes: async (_, sms) => {
    const standing = await standingOf(context, kind, sms);
    return standing !== undefined && takes(standing);
  },
});

/** Trouble here never stops an SMS. */
async function standingOf(
  { storage, keys, log }: Context,
  kind: SmsKind,
  { id, to }: OutgoingSms,
): Promise<Standing | undefined> {
  try {
    return await storage.standings.one({ id, kind, mobileIndex: keys.mobileIndex(to) });
  } catch (error) {
    log.warn(
      { path: pathName, code: errorCode(error) },
      'Who chose WhatsApp could not be read: messages go by SMS. If this continues, check the database.',
    );
    return undefined;
  }
}

/** Never takes a code, and has it sent also by WhatsApp if its SMS does not arrive in time. */
function copiesLater(context: Context): SmsPathOptions {
  const { database, campaign, clocks, choice, log } = context;
  const copy = async (sms: OutgoingSms) => {
    if (!(await isStillWanted(database, campaign.id, sms.id, clocks.wall()))) return;
    await sendCode(context, sms, AbortSignal.timeout(choice.waitSeconds * 1000 + marginMs));
  };
  const warn = (error: unknown) =>
    log.warn(
      { path: pathName, code: errorCode(error) },
      'A code that did not arrive by SMS could not be sent by WhatsApp. Logged at most once a minute.',
    );
  return {
    ...pathFor(context, 'otp', isFree),
    takes: async (_, sms) => {
      const standing = await standingOf(context, 'otp', sms);
      if (standing && isFree(standing)) {
        setTimeout(() => void copy(sms).catch(warn), choice.waitSeconds * 1000).unref();
      }
      return false;
    },
  };
}

/** It is accepted once it has arrived: until then an SMS may be faster. */
async function sendCode(
  context: Context,
  sms: OutgoingSms,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const { choice, storage } = context;
  const until = performance.now() + choice.waitSeconds * 1000;
  const claim = await claimed(context, sms.id);
  if (claim !== 'mine') return { kind: 'refusedForNow', reason: 'was handed over before' };
  const { template: name, language } = choice.code;
  const components = codeComponents(sms.variables['code'] ?? '');
  const ended = AbortSignal.any([signal, AbortSignal.timeout(choice.waitSeconds * 1000)]);
  const verdict = await hand(context, sms, { name, language, components }, ended);
  if (verdict.kind !== 'accepted') return outcomeOf(verdict, sms.id);
  for (;;) {
    const known = await storage.fates.one(sms);
    const fate = fateOf(known);
    if (fate === 'arrived') return { kind: 'accepted', reference: sms.id };
    if (fate === 'failed') return failed(context, sms, known);
    if (signal.aborted || performance.now() >= until) {
      return { kind: 'unknown', reason: `not there in ${choice.waitSeconds} s` };
    }
    await pause(lookMs);
  }
}

/** Whether it arrives says the web hook: a voucher is never sent twice while that is unclear. */
async function sendVoucher(
  context: Context,
  sms: OutgoingSms,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const { choice, storage } = context;
  const claim = await claimed(context, sms.id);
  if (claim === undefined) return { kind: 'refusedForNow', reason: 'database' };
  if (claim === 'mine') {
    const { template: name, language, parameters } = choice.voucher;
    const values = { ...sms.variables, amount: amountOf(context, sms) };
    const components = voucherComponents(
      parameters.map((parameter) => new Map(Object.entries(values)).get(parameter) ?? ''),
    );
    const verdict = await hand(context, sms, { name, language, components }, signal);
    return outcomeOf(verdict, sms.id);
  }
  const known = await storage.fates.one(sms);
  const fate = fateOf(known);
  if (fate === 'failed') return failed(context, sms, known);
  if (claim.state === 'accepted' || fate !== undefined) {
    return { kind: 'accepted', reference: sms.id };
  }
  if (claim.state === 'refused')
    return { kind: 'refusedForNow', reason: claim.reason ?? 'refused' };
  return { kind: 'unknown', reason: claim.reason ?? 'no answer in time' };
}

const amountOf = ({ campaign }: Own, { template }: OutgoingSms) =>
  Object.entries(campaign.sms.vouchers).find(
    ([, { dlt }]) => dlt.templateId === template.templateId,
  )?.[0] ?? '';

/** Undefined: it could not be written, so nothing may be handed over. */
const claimed = ({ storage, clocks }: Context, id: string) =>
  storage.claims.one({ id, at: clocks.wall() }).catch(() => undefined);

async function failed(
  { storage, keys, clocks }: Context,
  { id, to }: OutgoingSms,
  known: readonly { code?: number | null }[],
): Promise<SendOutcome> {
  const code = known.find((one) => one.code)?.code ?? undefined;
  const reason = spelled(code);
  await storage.records.one({ id, state: 'refused', reason });
  if (meaningOf(code) === 'unreachable') {
    await storage.unreachable.one({ mobileIndex: keys.mobileIndex(to), at: clocks.wall() });
  }
  return { kind: 'refusedForNow', reason };
}

type Filled = { name: string; language: string; components: object[] };

/** Hands it over, and keeps what was said. */
async function hand(
  context: Context,
  { id, to }: OutgoingSms,
  { name, language, components }: Filled,
  signal: AbortSignal,
): Promise<Verdict> {
  const { account, storage, keys, clocks, log } = context;
  const template = { name, language: { code: language }, components };
  const exchanged = await sendTemplate(account, { to, id, template }, signal);
  const verdict = verdictOf(exchanged);
  await storage.records
    .one({ id, ...recordOf(verdict) })
    .catch((error: unknown) =>
      log.warn(
        { message: id, code: errorCode(error) },
        'The answer of WhatsApp could not be recorded: the message waits for its web hook.',
      ),
    );
  if (verdict.kind === 'refused' && verdict.isUnreachable) {
    await storage.unreachable.one({ mobileIndex: keys.mobileIndex(to), at: clocks.wall() });
  }
  if (verdict.kind === 'refused' && verdict.alarm) {
    log.error(
      { alarm: true, path: pathName, reason: verdict.reason },
      'WhatsApp takes no messages: they go by SMS. See "When WhatsApp refuses" in plugins/whatsapp/guide.md.',
    );
  }
  return verdict;
}

function verdictOf(exchanged: Awaited<ReturnType<typeof sendTemplate>>): Verdict {
  switch (exchanged.kind) {
    case 'answered':
      return verdictOn(exchanged.answered);
    case 'broken':
      return { kind: 'unknown', reason: exchanged.reason };
    case 'neverSent': {
      const { reason } = exchanged;
      return { kind: 'refused', reason, isFinal: false, alarm: false, isUnreachable: false };
    }
    default:
      return exchanged satisfies never;
  }
}

function recordOf(verdict: Verdict) {
  if (verdict.kind === 'accepted') return { state: 'accepted' as const, wamid: verdict.wamid };
  const { reason } = verdict;
  if (verdict.kind === 'unknown') return { state: 'unknown' as const, reason };
  return verdict.kind === 'refused' && verdict.isFinal
    ? { state: 'refused' as const, reason }
    : { state: 'none' as const };
}

function outcomeOf(verdict: Verdict, id: string): SendOutcome {
  switch (verdict.kind) {
    case 'accepted':
      return { kind: 'accepted', reference: id };
    case 'throttled': {
      const { reason, retryAfterMs } = verdict;
      return { kind: 'throttled', reason, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
    }
    case 'refused':
      return { kind: 'refusedForNow', reason: verdict.reason };
    case 'unknown':
      return verdict;
    default:
      return verdict satisfies never;
  }
}
