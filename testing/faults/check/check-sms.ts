// What phones received and what the log says (I4, I6, I9, I10, I12, I14).
import {
  erasures,
  groupBy,
  mobileOf,
  type HistoryEvent,
  type Sms,
  type Violation,
} from './evidence.ts';

/** Messages to one number in a day. */
const codesMax = 6;

/** A message may have been read for sending before its number was erased. */
const inFlightMs = 4000;

/** In any spelling. */
const numberOf = ({ to }: Sms) => to.slice(-10);

/** A voucher code: those of these tests begin with F and the amount. */
const voucherCode = /\bF(\d+)-[0-9A-F]{10}-\d+\b/;

export function checkSms(
  sms: readonly Sms[],
  history: readonly HistoryEvent[],
  log: string,
): Violation[] {
  return [
    ...changed(
      groupBy(sms, ({ id }) => id),
      'I6',
      'a message was repeated with another text or number',
    ),
    ...shared(sms, history),
    ...otherAmounts(sms, history),
    ...afterErasure(sms, history),
    ...tooMany(sms),
    ...leaked(sms, history, log),
    ...broken(log),
  ];
}

function changed(
  groups: ReadonlyMap<string, readonly Sms[]>,
  invariant: string,
  sentence: string,
): Violation[] {
  return [...groups.values()].flatMap((messages) => {
    const [first] = messages;
    const other = messages.find(({ to, text }) => to !== first?.to || text !== first.text);
    return other ? [{ invariant, sentence, proof: [first, other] }] : [];
  });
}

/** A participation has one pack. */
const packsOf = (events: readonly HistoryEvent[] = []) =>
  new Set(events.map(({ pack = '' }) => pack)).size;

const debtsOf = (events: readonly HistoryEvent[]) => {
  const countOf = (name: string) => packsOf(events.filter(({ call }) => call === name));
  return Math.max(countOf('verifyOtp'), 1) + countOf('answerQuestion');
};

function shared(sms: readonly Sms[], history: readonly HistoryEvent[]): Violation[] {
  const vouchers = sms.filter(({ text }) => voucherCode.test(text));
  const byCode = groupBy(vouchers, ({ text }) => voucherCode.exec(text)?.[0] ?? '');
  const events = groupBy(history, mobileOf);
  const sentence = 'a number was sent more voucher codes than it has rewards';
  const tooMany = [...groupBy(vouchers, numberOf)].flatMap(([number, messages]) => {
    const codes = new Set(messages.map(({ text }) => voucherCode.exec(text)?.[0]));
    const isFine = codes.size <= debtsOf(events.get(number) ?? []);
    return isFine ? [] : [{ invariant: 'I4', sentence, proof: messages }];
  });
  return [...changed(byCode, 'I4', 'a voucher code was sent to two numbers'), ...tooMany];
}

function otherAmounts(sms: readonly Sms[], history: readonly HistoryEvent[]): Violation[] {
  const rewards = history.filter(({ kind, call }) => kind === 'ok' && call === 'getReward');
  const byNumber = groupBy(history, mobileOf);
  const rewardsOf = groupBy(rewards, mobileOf);
  return sms.flatMap((message) => {
    const number = numberOf(message);
    const amount = voucherCode.exec(message.text)?.[1];
    const answered = rewardsOf.get(number) ?? [];
    // A bonus is as much again.
    if (amount === undefined || answered.some(({ value }) => value === amount)) return [];
    const [reward] = answered;
    // Not every reward was answered: a visitor may have lost its device.
    if (!reward || packsOf(answered) < packsOf(byNumber.get(number))) return [];
    const sentence = 'a number was sent a voucher of another amount than it was answered';
    return [{ invariant: 'I4', sentence, proof: [reward, message] }];
  });
}

function afterErasure(sms: readonly Sms[], history: readonly HistoryEvent[]): Violation[] {
  const erased = erasures(history);
  return sms.flatMap((message) => {
    const end = erased.get(numberOf(message));
    if (!end || message.at <= end.at + inFlightMs || !voucherCode.test(message.text)) return [];
    const sentence = 'a number was sent a voucher after it was erased';
    return [{ invariant: 'I14', sentence, proof: [end, message] }];
  });
}

function tooMany(sms: readonly Sms[]): Violation[] {
  const codes = sms.filter(({ text }) => !voucherCode.test(text));
  return [...groupBy(codes, numberOf).values()].flatMap((messages) =>
    new Set(messages.map(({ id }) => id)).size > codesMax
      ? [{ invariant: 'I9', sentence: 'a number was sent too many codes', proof: messages }]
      : [],
  );
}

function leaked(sms: readonly Sms[], history: readonly HistoryEvent[], log: string): Violation[] {
  const numbers = new Set(history.flatMap(({ mobile }) => mobile ?? []));
  const vouchers = sms.flatMap(({ text }) => voucherCode.exec(text)?.[0] ?? []);
  const codes = new Set([...vouchers, ...history.flatMap(({ pack }) => pack ?? [])]);
  const found = log
    .split('\n')
    .find((line) => hasNumber(line, numbers) || codesIn(line).some((code) => codes.has(code)));
  if (found === undefined) return [];
  return [{ invariant: 'I10', sentence: 'a number or a code is in the log', proof: [found] }];
}

/** Of vouchers and of packs. */
const codesIn = (line: string) => line.match(/F\d+-[0-9A-F]{10}-\d+|[0-9A-Z]{12}/g) ?? [];

/** Also within longer digit runs. Searching hours of logs for each number would take hours. */
function hasNumber(line: string, numbers: ReadonlySet<string>): boolean {
  const runs = line.match(/\d{10,}/g) ?? [];
  return runs.some((digits) =>
    Array.from({ length: digits.length - 9 }, (_, at) => digits.slice(at, at + 10)).some((number) =>
      numbers.has(number),
    ),
  );
}

/** A supervisor restarts programs, but they must not end on their own. */
function broken(log: string): Violation[] {
  const lines = log.split('\n').filter((line) => line.includes('"The program failed and exits."'));
  return lines.map((line) => ({
    invariant: 'I12',
    sentence: 'a program ended because of an error that nobody handled',
    proof: [line],
  }));
}
