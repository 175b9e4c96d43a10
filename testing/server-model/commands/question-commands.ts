// The question after the reward: asked, answered, answered twice at once.
import fc from 'fast-check';
import type { Model } from '../model/model.ts';
import type { Given } from '../model/questions.ts';
import type { Token } from '../model/participants.ts';
import { passTime, type Action } from './command.ts';
import { some, tokenOf } from './commands.ts';

const choices = ['right', 'wrong', 'no option', 'another question'] as const;
type Choice = (typeof choices)[number];
const mostly = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Choice>('right', 'wrong') },
  { weight: 1, arbitrary: fc.constantFrom(...choices) },
);
const shown = fc.oneof(
  { weight: 4, arbitrary: fc.constant('own' as const) },
  fc.constantFrom('none', 'forged', 'any'),
);
const hasQuestions = ({ questions }: Readonly<Model>) => questions !== undefined;

/** Asks for the question, and answers it so often. */
export function answering(): fc.Arbitrary<Action> {
  return fc
    .tuple(some, shown, fc.nat(9), fc.array(mostly, { maxLength: 2 }))
    .map(([at, which, pick, answers]) => ({
      name: `${at} is asked with ${which} token, and answers ${answers.join(', ') || 'nothing'}`,
      can: hasQuestions,
      run: async (model, system) => {
        const token = tokenOf(model, at, which, pick);
        await system.call(model, at, 'getQuestion', {
          token,
          expect: (same) => same.ask(at, token),
        });
        for (const choice of answers) {
          passTime(model, system, 1);
          const given = givenOf(model, token, choice);
          const expect = (same: Model) => same.answer(at, token, given);
          await system.call(model, at, 'answerQuestion', { fields: given, token, expect });
        }
      },
    }));
}

/** The first counts. */
export function answeringAtOnce(): fc.Arbitrary<Action> {
  return fc.tuple(some, fc.array(mostly, { minLength: 2, maxLength: 4 })).map(([at, answers]) => ({
    name: `${at} answers ${answers.join(', ')} at once`,
    can: (model) => hasQuestions(model) && tokenOf(model, at, 'own', 0) !== undefined,
    run: async (model, system) => {
      const token = tokenOf(model, at, 'own', 0);
      const all = answers.map((choice) => givenOf(model, token, choice));
      const sent = { token: token?.text, t: model.now };
      const answered = await Promise.all(
        all.map(async (given) => ({
          given,
          answer: await system.shopper(at).call('answerQuestion', given, sent),
        })),
      );
      const isFirst = ({ answer }: (typeof answered)[number]) => (answer.status === 200 ? 0 : 1);
      for (const { given, answer } of answered.toSorted((a, b) => isFirst(a) - isFirst(b)))
        system.compare(model.answer(at, token, given), answer);
    },
  }));
}

function givenOf({ questions }: Model, token: Token | undefined, choice: Choice): Given {
  const ids = [...(questions?.rights.keys() ?? [])];
  const own = token?.participant?.question?.id ?? ids[0] ?? '';
  const questionId = choice === 'another question' ? (ids.find((id) => id !== own) ?? '') : own;
  const { right, options } = questions?.rights.get(own) ?? { right: 0, options: 1 };
  if (choice === 'no option') return { questionId, selectedAnswer: options };
  return { questionId, selectedAnswer: choice === 'wrong' ? (right + 1) % options : right };
}
