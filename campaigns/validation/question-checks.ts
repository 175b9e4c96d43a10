// Checks the question against the campaign's other files. Pure.
import { formatValue, type Problem } from '../schema/problem.ts';
import type { Words } from '../public/words.ts';
import { duplicates, problemAt, type FileProblem } from './file-problem.ts';
import type { Rewards } from '../schema/draw-schema.ts';
import type { Questions } from '../schema/questions-schema.ts';

type Bonus = Questions['bonus'];

/** Each amount that may be added, with the number set aside; ascending. */
export function bonusPoolsOf(bonus: Bonus): { amount: number; rewards: number }[] {
  if ('amount' in bonus) return [bonus];
  return Object.entries(bonus.asMuchAgain)
    .map(([amount, rewards]) => ({ amount: Number(amount), rewards }))
    .toSorted((a, b) => a.amount - b.amount);
}

export const bonusRupees = (questions: Questions | null | undefined): number =>
  questions
    ? bonusPoolsOf(questions.bonus).reduce((sum, { amount, rewards }) => sum + amount * rewards, 0)
    : 0;

export function questionProblems(
  { bonus, questions }: Questions,
  { outcomes }: Rewards,
): FileProblem[] {
  const amounts = outcomes.map(({ amount }) => amount);
  const unknown = bonusPoolsOf(bonus).filter(({ amount }) => !amounts.includes(amount));
  const beyond = questions.flatMap(({ right, options }, at) => (right < options ? [] : [at]));
  const ids = questions.map(({ id }) => id);
  return [
    ...unknown.map(({ amount }) =>
      problemAt(
        'questions.json',
        'amount' in bonus ? ['bonus', 'amount'] : ['bonus', 'asMuchAgain', String(amount)],
        `is not an outcome of rewards.json (${amounts.join(', ')})`,
        'Write one of them: each amount has its own voucher.',
      ),
    ),
    ...beyond.map((at) =>
      problemAt(
        'questions.json',
        ['questions', at, 'right'],
        'must be one of its options',
        'Write which option is right; the first is 0.',
      ),
    ),
    ...duplicates('questions.json', ['questions'], ids),
  ];
}

/** Each question has its words, and the words no other question. */
export function questionWordsProblems(
  written: Words['questions'],
  questions: Questions | null,
): Problem[] {
  const asked = questions?.questions ?? [];
  const problems = asked.flatMap(({ id, options }): Problem[] => {
    const words = written[id];
    if (words?.options.length === options) return [];
    const message = words
      ? `must have ${options} options, but has ${words.options.length}`
      : 'is missing';
    const path = words ? ['questions', id, 'options'] : ['questions', id];
    return [{ path, message, fix: 'Write what questions.json asks.' }];
  });
  const others = Object.keys(written).filter((name) => asked.every(({ id }) => id !== name));
  const fix = 'Remove it, or add the question there.';
  return [
    ...problems,
    ...others.map((name) => ({
      path: ['questions', name],
      message: `is no question of questions.json: ${formatValue(name)}`,
      fix,
    })),
  ];
}
