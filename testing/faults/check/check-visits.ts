// What clients were answered, against what is stored (I1, I2, I7, I12, I13, I15, I17).
import type pg from 'pg';
import { erasures, groupBy, mobileOf, type HistoryEvent, type Violation } from './evidence.ts';

const freshMs = 60_000;
const triesMax = 5;
/** Allowed error in the time of a signed call, plus the call's duration. */
const skewMaxMs = 310_000;

/** Of a number, all its participations and bonuses. */
type Stored = { user_key: string; pseudonyms: string; amounts: number[]; bonuses: number[] };

export async function checkVisits(
  database: pg.Client,
  history: readonly HistoryEvent[],
): Promise<Violation[]> {
  const { rows } = await database.query<Stored>(
    `select code_request.user_key,
       coalesce(string_agg(encode(participation.pseudonym, 'hex'), ' ' order by claim), '') as pseudonyms,
       coalesce(array_agg(amount) filter (where kind <> 'bonus'), '{}') as amounts,
       coalesce(array_agg(amount) filter (where kind = 'bonus'), '{}') as bonuses
     from seen_code_request as code_request
     left join inaam.participation using (campaign, mobile_index)
     left join inaam.reward using (campaign, pseudonym)
     group by code_request.user_key, code_request.mobile_index`,
  );
  const stored = new Map(rows.map((row) => [row.user_key, row]));
  const answered = history.filter(({ kind }) => kind === 'ok');
  // Each participation of a number has another pack.
  const byNumber = groupBy(answered, (event) => `${mobileOf(event)} ${event.pack ?? ''}`);
  return [
    ...[...byNumber.values()].flatMap((events) => checkNumber(events, stored)),
    ...erasedAgain(history),
    ...guesses(history),
    ...answered.flatMap(atAnotherTime),
    ...checkFresh(history),
    ...packs(history),
  ];
}

/** `events`: responses about one number and pack. */
function checkNumber(
  events: readonly HistoryEvent[],
  stored: ReadonlyMap<string, Stored>,
): Violation[] {
  const of = (name: string) => events.filter(({ call }) => call === name);
  const rewards = of('getReward');
  const answers = of('answerQuestion');
  const rowOf = ({ userKey = '' }: HistoryEvent) => stored.get(userKey);
  const isErased = of('eraseData').length > 0;
  return [
    ...differing('I1', rewards, ({ value }) => value ?? '', 'a number was answered two rewards'),
    ...differing(
      'I1',
      rewards.filter((event) => rowOf(event)?.pseudonyms),
      (event) => rowOf(event)?.pseudonyms ?? '',
      'a number was rewarded as two participants',
    ),
    ...differing('I17', answers, ({ value }) => value ?? '', 'a question was answered two ways'),
    // Nothing links an erased number to its reward.
    ...(isErased ? [] : notStored(rewards, rowOf, 'a reward', isRewardStored)),
    ...(isErased ? [] : notStored(answers, rowOf, 'a bonus', isBonusStored)),
    ...(isErased ? [] : notStored(of('verifyOtp'), rowOf, 'a verification', isVerified)),
    ...againstTheLaw(of('register'), rewards),
  ];
}

function differing(
  invariant: string,
  events: readonly HistoryEvent[],
  of: (event: HistoryEvent) => string,
  sentence: string,
): Violation[] {
  const [first] = events;
  const other = first && events.find((event) => of(event) !== of(first));
  return other ? [{ invariant, sentence, proof: [first, other] }] : [];
}

const isRewardStored = ({ value }: HistoryEvent, row: Stored | undefined) =>
  row?.amounts.map(String).includes(value ?? '') ?? false;
const isBonusStored = ({ value }: HistoryEvent, row: Stored | undefined) =>
  value === '0' || (row?.bonuses.map(String).includes(value ?? '') ?? false);
const isVerified = (_: HistoryEvent, row: Stored | undefined) => Boolean(row?.pseudonyms);

function notStored(
  events: readonly HistoryEvent[],
  rowOf: (event: HistoryEvent) => Stored | undefined,
  what: string,
  isStored: (event: HistoryEvent, row: Stored | undefined) => boolean,
): Violation[] {
  const lost = events.find((event) => !isStored(event, rowOf(event)));
  if (!lost) return [];
  const proof = [lost, rowOf(lost) ?? 'no row'];
  return [{ invariant: 'I2', sentence: `${what} was answered and is not stored`, proof }];
}

/** Where chance is forbidden the reward is fixed. */
function againstTheLaw(
  registrations: readonly HistoryEvent[],
  rewards: readonly HistoryEvent[],
): Violation[] {
  const first = registrations.find(({ state }) => state === 'Tamil Nadu');
  const other = first && rewards.find(({ value }) => value !== '3');
  const sentence = 'a number of Tamil Nadu was answered another reward than Rs 3';
  return other ? [{ invariant: 'I13', sentence, proof: [first, other] }] : [];
}

function erasedAgain(history: readonly HistoryEvent[]): Violation[] {
  return [...erasures(history)].flatMap(([mobile, erased]) => {
    const again = history.findIndex(
      (event) =>
        event.mobile === mobile &&
        event.kind === 'ok' &&
        event.call === 'getReward' &&
        event.at > erased.at &&
        event.userKey !== erased.userKey,
    );
    const sentence = 'a number that was erased was rewarded again';
    return again === -1 ? [] : [{ invariant: 'I1', sentence, proof: [erased, history[again]] }];
  });
}

const deviceOf = ({ mobile, userKey }: HistoryEvent) => `${mobile} ${userKey}`;

/** The response "the code is wrong" means that it was compared. */
function guesses(history: readonly HistoryEvent[]): Violation[] {
  const accepted = history.find(({ call, kind }) => call === 'guess' && kind === 'ok');
  const compared = history.filter(({ messageId }) => messageId === 'invalidOtp');
  const codes = history.filter(
    ({ call, kind }) => kind === 'ok' && (call === 'register' || call === 'resendOtp'),
  );
  const codesOf = groupBy(codes, deviceOf);
  const tooMany = [...groupBy(compared, deviceOf)].find(
    ([key, events]) => events.length > triesMax * (codesOf.get(key)?.length ?? 1),
  );
  return [
    ...(accepted
      ? [{ invariant: 'I7', sentence: 'a wrong code was accepted', proof: [accepted] }]
      : []),
    ...(tooMany
      ? [{ invariant: 'I7', sentence: 'a code was compared too often', proof: tooMany[1] }]
      : []),
  ];
}

/** One number wins a code, which is refused only after somebody has typed an OTP for it. */
function packs(history: readonly HistoryEvent[]): Violation[] {
  const ofPacks = history.filter(({ pack }) => pack !== undefined);
  return [...groupBy(ofPacks, ({ pack = '' }) => pack).values()].flatMap((events) => {
    const winners = events.filter(({ call, kind }) => call === 'verifyOtp' && kind === 'ok');
    const numbers = new Set(winners.map(mobileOf));
    const refused = events.find(({ messageId }) => messageId === 'alreadyRegistered');
    const isTyped = events.some(({ call }) => call === 'verifyOtp');
    return [
      ...(numbers.size > 1
        ? [{ invariant: 'I15', sentence: 'two numbers won one code of a pack', proof: winners }]
        : []),
      ...(refused && !isTyped
        ? [
            {
              invariant: 'I15',
              sentence: 'a code was refused that nobody used',
              proof: [refused],
            },
          ]
        : []),
    ];
  });
}

function atAnotherTime(event: HistoryEvent): Violation[] {
  if (Math.abs(event.skewMs ?? 0) <= skewMaxMs) return [];
  const sentence = 'a call was accepted that was signed at another time';
  return [{ invariant: 'I7', sentence, proof: [event] }];
}

/** After the faults a new visitor plays to the end; nobody before waited without a result. */
function checkFresh(history: readonly HistoryEvent[]): Violation[] {
  const gaveUp = history.find(({ fault }) => fault?.startsWith('gave up'));
  const over = history.findLast(({ fault }) => fault === 'over');
  const after = history.filter(({ at, call }) => over && at >= over.at && call !== undefined);
  const end = after.findLast(({ kind, call }) => kind === 'ok' && call === 'getReward');
  const isFresh = over && end && end.at - over.at <= freshMs;
  const sentence = `no fresh visitor had a reward within ${freshMs / 1000} s after the faults`;
  return [
    ...(gaveUp
      ? [{ invariant: 'I12', sentence: 'a visitor never got a response', proof: [gaveUp] }]
      : []),
    ...(isFresh ? [] : [{ invariant: 'I12', sentence, proof: after.slice(-3) }]),
  ];
}
