// `questions.json`: the question after the reward, and its words.
import * as z from 'zod';
import type { Rewards } from '@inaam/campaigns/schema/draw-schema.ts';
import {
  byAmount,
  count,
  fields,
  list,
  map,
  matching,
  whole,
} from '@inaam/campaigns/schema/fields.ts';
import { formatValue, type Problem } from '@inaam/campaigns/schema/problem.ts';
import { sentence } from '@inaam/campaigns/schema/sentence.ts';
import {
  duplicates,
  problemAt,
  type FileProblem,
} from '@inaam/campaigns/validation/file-problem.ts';
import {
  canonicalJson,
  keyedHash,
  type CommittedQuestion,
} from '@inaam/server/draw/commitment.rules.ts';
import type { CampaignPlugin } from '../campaign-plugin.ts';
import type { QuestionRefusal } from './contract.ts';

const rewards = count('Write how many of them are set aside: they are part of the budget.');

/** What a right answer adds: one amount for all, or as much again as the reward. */
const bonus = z.union(
  [
    fields({ amount: count('Write an amount of the outcomes.'), rewards }),
    fields({ asMuchAgain: byAmount(rewards, 'Write each amount with the number set aside.') }),
  ],
  {
    error: () =>
      'must be {"amount": …, "rewards": …} or {"asMuchAgain": {"<amount>": <rewards>, …}}\nWrite what a right answer adds, and how many are set aside.',
  },
);

/** @param example as in `question-leaf.svg` */
const art = (kind: string, example: string) =>
  matching(
    new RegExp(String.raw`^question-[a-z0-9-]+\.${example.slice(-3)}$`),
    `a name such as "question-${example}"`,
    `Write ${kind} of the folder art, or leave it out.`,
  ).exactOptional();

/** Absent: nobody is asked. */
const schema = fields({
  bonus,
  seconds: whole(
    5,
    600,
    'Write for how many seconds it is shown, or leave it out.',
  ).exactOptional(),
  questions: list(
    fields({
      id: matching(
        /^[a-z][a-z0-9]{0,31}$/,
        '1 to 32 lower-case letters and digits, the first a letter',
        'Write the name that the words of this question have.',
      ),
      options: whole(2, 4, 'Write how many options there are.'),
      right: whole(0, 3, 'Write which option is right; the first is 0.'),
      picture: art('a drawing', 'leaf.svg'),
      video: art('a video', 'kettle.mp4'),
    }),
    'Write the questions.',
    { max: 256 },
  ),
});

type File = z.infer<typeof schema>;

/** By the id of the question. `options` in the order that `right` counts. */
const words = map(
  fields({
    question: sentence(),
    options: list(sentence(), 'Write its options.', { max: 4 }),
    /** Says what was right, after either answer. */
    right: sentence(),
  }),
  'Write the words of each question of questions.json.',
).prefault({});

type Questions = ReturnType<typeof load>;

/** Each amount that may be added, with the number set aside; ascending. */
function poolsOf(bonus: File['bonus']): { amount: number; rewards: number }[] {
  if ('amount' in bonus) return [bonus];
  return Object.entries(bonus.asMuchAgain)
    .map(([amount, rewards]) => ({ amount: Number(amount), rewards }))
    .toSorted((a, b) => a.amount - b.amount);
}

/** As the server needs them: a browser gets one, when it is asked. */
function load(
  { bonus, seconds, questions }: File,
  { fixed }: Pick<Rewards, 'fixed'>,
  addresses: ReadonlyMap<string, string>,
) {
  const without = fixed.filter(({ chance, question = chance }) => question === 'forbidden');
  return {
    bonus: 'amount' in bonus ? ('amount' as const) : ('asMuchAgain' as const),
    pools: poolsOf(bonus),
    seconds: seconds ?? null,
    /** Sorted: where nobody is asked. */
    statesWithout: without.map(({ state }) => state).toSorted(),
    /** Addresses are empty if there is none. The picture is shown until the video is played. */
    questions: questions.map(({ picture = '', video = '', ...question }) => ({
      ...question,
      imageUrl: addresses.get(picture) ?? '',
      videoUrl: addresses.get(video) ?? '',
    })),
  };
}

/** Nobody may read the right answers in the document: their HMAC stands for them. */
function committed(
  { bonus, pools, questions, seconds, statesWithout }: Questions,
  secret?: Uint8Array,
) {
  const asked = questions.map(({ id, options, right }) => ({ id, options, right }));
  const question: CommittedQuestion = {
    bonus,
    count: questions.length,
    pools,
    seconds: seconds ?? null,
    statesWithout,
    ...(secret && { answersHmac: keyedHash(secret, `answers|${canonicalJson(asked)}`) }),
  };
  return { question };
}

function problems({ bonus, questions }: File, { outcomes }: Rewards): FileProblem[] {
  const file = 'questions.json';
  const amounts = outcomes.map(({ amount }) => amount);
  const unknown = poolsOf(bonus).filter(({ amount }) => !amounts.includes(amount));
  const beyond = questions.flatMap(({ right, options }, at) => (right < options ? [] : [at]));
  const ids = questions.map(({ id }) => id);
  return [
    ...unknown.map(({ amount }) =>
      problemAt(
        file,
        'amount' in bonus ? ['bonus', 'amount'] : ['bonus', 'asMuchAgain', String(amount)],
        `is not an outcome of rewards.json (${amounts.join(', ')})`,
        'Write one of them: each amount has its own voucher.',
      ),
    ),
    ...beyond.map((at) =>
      problemAt(
        file,
        ['questions', at, 'right'],
        'must be one of its options',
        'Write which option is right; the first is 0.',
      ),
    ),
    ...duplicates(file, ['questions'], ids),
  ];
}

/** Each question has its words, and the words no other question. */
function wordsProblems(
  { questions: written }: { questions: z.infer<typeof words> },
  file: File | null,
): Problem[] {
  const asked = file?.questions ?? [];
  const problems = asked.flatMap(({ id, options }): Problem[] => {
    const own = written[id];
    if (own?.options.length === options) return [];
    const message = own
      ? `must have ${options} options, but has ${own.options.length}`
      : 'is missing';
    const path = own ? ['questions', id, 'options'] : ['questions', id];
    return [{ path, message, fix: 'Write what questions.json asks.' }];
  });
  const others = Object.keys(written).filter((name) => asked.every(({ id }) => id !== name));
  return [
    ...problems,
    ...others.map((name) => ({
      path: ['questions', name],
      message: `is no question of questions.json: ${formatValue(name)}`,
      fix: 'Remove it, or add the question there.',
    })),
  ];
}

/** After the reward, in a campaign that asks a question. */
const section = fields({
  invite: sentence('bonus'),
  start: sentence(),
  free: sentence(),
  /** For screen readers. */
  picture: sentence(),
  video: sentence(),
  videoFailed: sentence(),
  /** `{wait}`: a formatted time, see `formatWait`. */
  clock: sentence('wait'),
  check: sentence(),
  sending: sentence(),
  failed: sentence(),
  /** Costs nothing. */
  timeUp: sentence(),
  right: sentence('bonus'),
  /** The sentence that says what was right follows. */
  wrong: sentence('amount'),
  /** At the options, for screen readers. */
  rightAnswer: sentence(),
  yourAnswer: sentence(),
  add: sentence(),
  back: sentence(),
  /** How the bonus comes. */
  second: sentence(),
});

const messages = {
  alreadyAnswered: sentence(),
  invalidQuestion: sentence(),
  invalidOption: sentence(),
} satisfies Record<QuestionRefusal, unknown>;

export const questions = {
  schema,
  words: { questions: words },
  sections: { question: section },
  messages,
  load,
  shown: () => true as const,
  committed,
  bonuses: ({ pools }) => pools,
  problems,
  art: ({ questions }) =>
    questions.flatMap(({ picture = [], video = [] }) => [picture, video].flat()),
  rows: ({ bonus }) => ({
    question: [{ ifQuestion: '' }],
    ...('amount' in bonus
      ? { bonus: [{ bonus: bonus.amount }] }
      : { asMuchAgain: [{ ifAsMuchAgain: '' }] }),
  }),
  facts: ({ bonus }) => ({
    terms: [['what a right answer adds', 'amount' in bonus ? 'bonus' : 'ifAsMuchAgain']],
    consentNotice: [['what the answer to the question is for', 'ifQuestion']],
  }),
  wordsProblems,
  checked: (loaded) => ({
    line: `Question: ${loaded?.questions.length ?? 'none (there is no questions.json)'}.`,
    facts: { questions: loaded?.questions.length ?? 0 },
  }),
} satisfies CampaignPlugin<File, Questions> & { words: object };
