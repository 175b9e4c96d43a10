// `users/answerQuestion/`: the first answer counts, and a repeated one is answered again. A wrong
// one costs nothing.
import { sessionExpired, notOpen, refuse } from '../http/refusal.ts';
import type { Bound, CallContext, Handler } from '../http/context.ts';
import { indianDay, mayGrant } from '../platform/period.rules.ts';
import { openPersonalData, sealPersonalData } from '../platform/personal-data.ts';
import { sealContexts } from '../platform/seal.ts';
import { optionsOf, verdictOn } from './questions.rules.ts';
import type { Answered, answerQuestions } from './answer-questions.sql.ts';
import type { QuestionFacts, readQuestions } from './read-questions.sql.ts';

type AnswerStorage = Bound<{
  readQuestions: typeof readQuestions;
  answerQuestions: typeof answerQuestions;
}>;
type Call = Parameters<Handler<'answerQuestion'>>[0];

export const answerQuestion: Handler<'answerQuestion', AnswerStorage> = async (call, context) => {
  const { participant, fields, words } = call;
  if (participant.blocked) throw refuse('invalidUser');
  const { pseudonym, rewardAmount } = participant;
  if (rewardAmount === null) throw refuse('invalidData');
  const questions = context.campaign.questions?.questions ?? [];
  const { questionId, selectedAnswer: answer } = fields;
  const given = { question: questions.findIndex(({ id }) => id === questionId), answer };
  const facts = await context.storage.readQuestions.one(pseudonym);
  const verdict = verdictOn(facts.asked, given, optionsOf(questions));
  const question = questions[given.question];
  const text = words.questions[questionId];
  if (!facts.asked || !question || !text) throw refuse('invalidQuestion');

  const isRight = answer === question.right;
  assertAnswered(
    verdict === 'new' ? await store({ ...given, isRight }, call, facts, context) : verdict,
  );
  const bonus = isRight ? facts.asked.bonus : 0;
  return { isRight, rightAnswer: question.right, explanation: text.right, bonus };
};

async function store(
  given: { question: number; answer: number; isRight: boolean },
  { participant: { pseudonym, state } }: Call,
  { sealed }: QuestionFacts,
  { campaign, clocks, isPaused, keys, storage }: CallContext<AnswerStorage>,
): Promise<Answered> {
  const at = clocks.campaign();
  if (!mayGrant(campaign.programme, at)) return 'ended';
  if (isPaused()) return 'paused';
  if (!sealed) return 'erased';
  const mobile = keys.open(sealed.mobileSealed, sealContexts.personalDataMobile(pseudonym));
  const { name } = openPersonalData(keys, { ...sealed, detailsSealed: null }, pseudonym);
  const ofBonus = keys.bonusPseudonymOf(pseudonym);
  return storage.answerQuestions.one({
    ...given,
    pseudonym,
    today: indianDay(at),
    now: clocks.wall(),
    bonus: { pseudonym: ofBonus, ...sealPersonalData(keys, { name, mobile, state }, ofBonus) },
  });
}

function assertAnswered(answered: Answered): void {
  if (answered === 'new' || answered === 'again') return;
  if (answered === 'ended' || answered === 'paused') throw notOpen(answered);
  // The session has ended with the erasure.
  if (answered === 'erased') throw sessionExpired();
  throw refuse(answered);
}
