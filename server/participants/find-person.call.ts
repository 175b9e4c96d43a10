import { serverPlugins } from '@inaam/plugins/server.ts';
import { parseMobile } from '../platform/format.ts';
import type { PersonAnswer as Answer } from '@inaam/contract/console/person.ts';
import { claimsIn } from '@inaam/campaigns/loader/plugin-files.ts';
import { sendingHours } from '@inaam/campaigns/sms/sms-category.ts';
import { refuseResend, voucherDueDay } from '../messages/delivery-limits.rules.ts';
import { readDrawInForce } from '../draw/ledger.sql.ts';
import { sealContexts } from '../platform/seal.ts';
import { campaignAheadMs, indianDay, phaseOf } from '../platform/period.rules.ts';
import { isGuarded, nextCodeMs } from '../codes/guarded-mobile.rules.ts';
import { limitsForClaims, rateLimits } from '../codes/rate-limits.rules.ts';
import {
  type CodeOwner,
  type LookupLimit,
  isKnownNumber,
  readOwnersOfCodes,
  readOwnersOfEnd,
  recordLookup,
} from './person-reads.sql.ts';
import { readMessageFacts } from '../vouchers/voucher-debts.sql.ts';
import { readNumberRecord, readVisitsOf } from './number-record.sql.ts';
import { readPersonEvents, type MessageEvents, readMobileIndexOf } from './person-events.sql.ts';
import {
  appOf,
  participationsOf,
  rewardOf,
  stateOf,
  summaryOf,
  timeLineOf,
  voucherMessageOf,
  type PersonFacts,
} from './time-line.ts';
import {
  callerSentences,
  shouldResend,
  shouldUnlock,
  type CallerFacts,
} from './caller-sentences.rules.ts';
import type { ConsoleContext, ConsoleHandler } from '../console/context.ts';
import { ConsoleRefusal } from '../console/refusal.ts';
import { auditOf, commandInWords } from '../console/audit-words.ts';
import { resendRefusals } from './resend-voucher.call.ts';
import { voucherEndLength } from '../platform/keys.ts';

/** How many people one account may look up. */
export const lookupLimit: LookupLimit = { max: 60, withinMs: 3_600_000 };

/** The first ones say where the person came from. The export has all. */
const visitsShown = { devicesMax: 10, visitsMax: 20 };

/** Recorded in the audit log before the answer, even if nobody is found. */
export const findPerson: ConsoleHandler<'findPerson'> = async (
  context,
  { by, text, isBonus = false, reason },
  signedIn,
) => {
  const { database, campaign } = context;
  const command = 'console person find';
  const audit = auditOf(context, signedIn, { reason, command, details: {} });
  const search = await searchPerson(context, by, text, isBonus);
  const number = 'mobileIndex' in search ? search.mobileIndex.toString('hex') : null;
  const details = { by, number, account: signedIn.id };
  const found = { ...audit, details };
  if (!(await recordLookup(database, command, found, lookupLimit))) {
    throw new ConsoleRefusal(
      'locked',
      `You have looked up ${lookupLimit.max} people within an hour, which is the limit. Try again later, or ask a colleague.`,
    );
  }
  if (!('mobileIndex' in search)) throw new ConsoleRefusal('notFound', search.notFound);
  const { mobileIndex } = search;
  if (!(await isKnownNumber(database, campaign.id, mobileIndex))) {
    throw new ConsoleRefusal(
      'notFound',
      'Nothing is stored about this number: no OTP was requested for it in this campaign, or its data was deleted. Ask the caller which number was used.',
    );
  }
  const record = await readNumberRecord(database, campaign.id, mobileIndex);
  const { participations } = record;
  const events = await readPersonEvents(database, campaign.id, mobileIndex, participations);
  const visits = await readVisitsOf(database, campaign.id, record, visitsShown);
  const chosen =
    participations.find(
      (one) => search.one?.pseudonym.equals(one.pseudonym) && search.one.isBonus === one.isBonus,
    ) ?? participations.findLast((one) => !one.isBonus);
  return answerOf(context, search, { record, events, visits, chosen });
};

async function answerOf(
  context: ConsoleContext,
  search: Extract<Search, { mobileIndex: Buffer }>,
  facts: PersonFacts,
): Promise<Answer> {
  const { events, chosen } = facts;
  const aheadMs = campaignAheadMs(context.clocks);
  const message = chosen && voucherMessageOf(events, chosen);
  const voucher = message && (await voucherOf(context, message));
  const participations = participationsOf(facts, aheadMs);
  const told = await toldByPlugins(context, chosen);
  const caller = await callerFactsOf(context, facts, {
    aheadMs,
    told: told?.tellCaller,
    others: participations.filter(({ isChosen }) => !isChosen),
    voucher: message && {
      ...sentOf(message, aheadMs),
      canResend: voucher?.canResend ?? false,
    },
  });
  const { state, isBlocked, isLocked, isErased } = caller;
  return {
    person: search.mobileIndex.toString('hex'),
    shownNumber: shownNumberOf(context, search, facts),
    state,
    summary: told?.summary ?? summaryOf(facts),
    tellCaller: callerSentences(caller),
    isBlocked,
    isLocked,
    shouldUnlock: shouldUnlock(caller),
    isErased,
    reward: rewardOf(chosen, aheadMs),
    participations,
    voucher: voucher ? { ...voucher, shouldResend: shouldResend(caller) } : null,
    events: timeLineOf(facts, commandInWords).map(({ at, ...event }) => ({
      at: at + aheadMs,
      ...event,
    })),
  };
}

/** Of the reward that is shown. */
async function toldByPlugins(context: ConsoleContext, chosen: PersonFacts['chosen']) {
  if (!chosen?.reward) return undefined;
  const told = serverPlugins.map(async (plugin) => plugin.told?.(context, chosen));
  return (await Promise.all(told)).find((one) => one !== undefined);
}

async function callerFactsOf(
  { database, campaign, clocks }: ConsoleContext,
  facts: PersonFacts,
  { aheadMs, ...told }: Pick<CallerFacts, 'voucher' | 'others' | 'told'> & { aheadMs: number },
): Promise<CallerFacts> {
  const { chosen, record } = facts;
  const { limits } = record;
  const reward = chosen?.reward;
  const now = clocks.wall();
  const inForce = await readDrawInForce(database, campaign.id);
  const programme = { ...campaign.programme, to: inForce?.lastDay ?? campaign.programme.to };
  const phase = phaseOf(programme, now + aheadMs);
  const code = facts.events.messages.findLast(({ kind }) => kind === 'otp');
  const template = campaign.sms.vouchers[reward?.amount ?? ''];
  const codeLimits = limitsForClaims(rateLimits, claimsIn(campaign)?.perDay);
  // At night every number gets fewer codes.
  const byDay = { ...codeLimits, mobile: { ...codeLimits.mobile, nightSends: [] } };
  const guarded = limits && {
    now,
    mobileSends: limits.sends,
    mobileTries: limits.tries,
    ...limits,
    guardedUsedAt: limits.guardedUsedAt ?? undefined,
  };
  return {
    now: now + aheadMs,
    state: stateOf(facts),
    isErased: chosen !== undefined && chosen.personalData === undefined,
    isBlocked: limits?.blocked ?? false,
    isLocked: guarded !== undefined && isGuarded(guarded, byDay),
    areCodesStopped: limits?.codesStopped ?? false,
    phase: phase === 'open' && inForce?.isPaused ? 'paused' : phase,
    programme,
    headers: { otp: campaign.sms.otp.dlt.headerId, voucher: template?.dlt.headerId },
    nextCodeAt: now + aheadMs + (guarded ? nextCodeMs(guarded, codeLimits) : 0),
    code: code && sentOf(code, aheadMs),
    amount: reward?.amount,
    dueDay: reward && voucherDueDay(indianDay(reward.grantedAt + aheadMs)),
    hours: template && sendingHours[template.category],
    ...told,
  };
}

/** One that was sent again was sent more than once: the newest time counts. */
function sentOf({ state, reason, attempts, ...message }: MessageEvents, aheadMs: number) {
  const sent = attempts.findLast(({ outcome }) => handedOver.has(outcome));
  const at = (state === 'sent' ? (sent?.at ?? message.sentAt) : message.endedAt) ?? message.owedAt;
  return { state, reason, at: at + aheadMs, app: appOf(sent?.path) };
}

/** The last digits, if the number is still stored, or was searched for and never verified. */
function shownNumberOf(
  { keys }: ConsoleContext,
  { mobileIndex, mobile: searched }: Extract<Search, { mobileIndex: Buffer }>,
  { record: { participations, registrations } }: PersonFacts,
): string {
  const typed = registrations.findLast(({ mobileSealed }) => mobileSealed !== null);
  const known = participations.findLast(({ personalData }) => personalData !== undefined);
  const mobile = known?.personalData
    ? keys.open(known.personalData.mobileSealed, sealContexts.personalDataMobile(known.pseudonym))
    : typed?.mobileSealed
      ? keys.open(typed.mobileSealed, sealContexts.codeRequestMobile(typed.userKey, mobileIndex))
      : ((participations.length === 0 ? searched : undefined) ?? '••••');
  return `+91 •••••• ${mobile.slice(-4)}`;
}

const handedOver: ReadonlySet<string> = new Set(['accepted', 'refused', 'unknown']);

async function voucherOf(
  { database, campaign }: ConsoleContext,
  { message, state, reason, attempts }: MessageEvents,
) {
  const facts = await readMessageFacts(database, campaign.id, message);
  const refusal = facts && refuseResend(facts);
  return {
    message,
    state,
    reason,
    sends: attempts.filter(({ outcome }) => handedOver.has(outcome)).length,
    canResend: facts !== undefined && refusal === undefined,
    whyNot: refusal === undefined ? null : resendRefusals[refusal],
  };
}

/** `one`: if one participation, or its bonus, was asked about. */
type Search = { mobileIndex: Buffer; one?: CodeOwner; mobile?: string } | { notFound: string };

/** @throws ConsoleRefusal for what cannot be a number, a pseudonym or a code */
async function searchPerson(
  context: ConsoleContext,
  by: 'number' | 'pseudonym' | 'voucher',
  text: string,
  isBonus: boolean,
): Promise<Search> {
  if (by === 'number') return searchNumber(context, text);
  return by === 'pseudonym'
    ? searchPseudonym(context, text.trim(), isBonus)
    : searchVoucher(context, text.trim());
}

function searchNumber({ keys }: ConsoleContext, text: string): Search {
  const mobile = parseMobile(text);
  if (mobile !== undefined) return { mobileIndex: keys.mobileIndex(mobile), mobile };
  throw new ConsoleRefusal(
    'invalid',
    'This is not an Indian mobile number. Type 10 digits, the first of them 5 to 9.',
  );
}

async function searchPseudonym(
  context: ConsoleContext,
  text: string,
  isBonus: boolean,
): Promise<Search> {
  if (!/^[\da-f]{32}$/i.test(text)) {
    throw new ConsoleRefusal(
      'invalid',
      'A pseudonym is 32 characters, 0 to 9 and a to f, as in the ledger.',
    );
  }
  const one = { pseudonym: Buffer.from(text, 'hex'), isBonus };
  return numberOf(context, one, 'Nobody in this campaign has this pseudonym.');
}

async function numberOf(
  { database, campaign }: ConsoleContext,
  one: CodeOwner,
  notFound: string,
): Promise<Search> {
  const mobileIndex = await readMobileIndexOf(database, campaign.id, one.pseudonym);
  return mobileIndex ? { mobileIndex, one } : { notFound };
}

const nobodyGotIt =
  'No assigned voucher has this end. Compare it with the SMS; if it is right, type the whole code, because older stock is found only that way.';

const severalGotIt = `More than one voucher ends with these ${voucherEndLength} characters. Type the whole code.`;

const notTheEnd = `Type exactly the last ${voucherEndLength} characters of the voucher code, or all of it. If this is all of it, nobody got a voucher with this code.`;

async function searchVoucher(context: ConsoleContext, text: string): Promise<Search> {
  const { database, campaign, keys } = context;
  if (!/^[A-Za-z\d-]{4,24}$/.test(text)) {
    throw new ConsoleRefusal('invalid', 'A voucher code has letters, digits and hyphens only.');
  }
  const whole = [text, text.toUpperCase()].map(keys.voucherIndex);
  const exact = await readOwnersOfCodes(database, campaign.id, whole);
  // Refuse only now: earlier, codes of this length could be tried without being counted.
  if (exact.length === 0 && plain(text).length !== voucherEndLength) return { notFound: notTheEnd };
  const ofEnd = () => readOwnersOfEnd(database, campaign.id, keys.voucherEndIndex(text));
  const [owner, other] = exact.length > 0 ? exact : await ofEnd();
  if (other) return { notFound: severalGotIt };
  return owner ? numberOf(context, owner, nobodyGotIt) : { notFound: nobodyGotIt };
}

const plain = (code: string) => code.replaceAll('-', '').toUpperCase();
