// `users/getQuestion/`: one question after the reward, asked once. Nobody can choose which.
import type { Answer } from '@inaam/contract/calls.ts';
import { DrawUnavailable, type ReadCards } from '../draw/read-cards.ts';
import { refuse, unavailable } from '../http/refusal.ts';
import type { Bound, CallContext, Handler } from '../http/context.ts';
import { indianDay, mayGrant } from '../platform/period.rules.ts';
import type { askQuestions } from './ask-questions.sql.ts';
import { closedAnswer } from './questions.rules.ts';
import type { readQuestions, StoredQuestion } from './read-questions.sql.ts';

type AskStorage = Bound<{
  readQuestions: typeof readQuestions;
  askQuestions: typeof askQuestions;
}> & {
  /** @throws DrawUnavailable */
  drawnQuestions: NonNullable<ReadCards['questions']>;
};

export const getQuestion: Handler<'getQuestion', AskStorage> = async (
  { participant, words },
  context,
) => {
  const { campaign, clocks, storage } = context;
  if (participant.blocked) throw refuse('invalidUser');
  if (!campaign.questions) return { question: null };
  const { pseudonym, rewardAmount } = participant;
  if (rewardAmount === null) throw refuse('invalidData');

  const { asked, drawNumber } = await storage.readQuestions.one(pseudonym);
  if (asked?.answer === closedAnswer) return { question: null };
  if (asked?.answer !== undefined) return { question: shown(asked, words, campaign) };
  const at = clocks.campaign();
  // The reward screen stays as it is: what cannot be answered now is not asked.
  if (!mayGrant(campaign.programme, at) || context.isPaused()) return { question: null };
  if (asked) return { question: shown(asked, words, campaign) };
  const question = await whichQuestion(drawNumber, pseudonym, context);
  const asking = { pseudonym, question, today: indianDay(at), now: clocks.wall() };
  const stored = await storage.askQuestions.one(asking);
  return { question: stored === 'none' ? null : shown(stored, words, campaign) };
};

/** Without a card nothing is drawn: the first one. */
async function whichQuestion(
  drawNumber: number | undefined,
  pseudonym: Buffer,
  { storage }: CallContext<AskStorage>,
): Promise<number> {
  if (drawNumber === undefined) return 0;
  try {
    const draw = [drawNumber, pseudonym.toString('hex')] as const;
    const question = (await storage.drawnQuestions([draw])).get(drawNumber);
    if (question !== undefined) return question;
  } catch (error) {
    if (!(error instanceof DrawUnavailable)) throw error;
  }
  // It was bound at the verification, so waiting loses nothing.
  throw unavailable();
}

type Shown = NonNullable<Answer<'getQuestion'>['question']>;

function shown(
  { question: at, bonus, answer }: StoredQuestion,
  { questions }: Parameters<Handler<'getQuestion'>>[0]['words'],
  campaign: CallContext['campaign'],
): Shown | null {
  const question = campaign.questions?.questions[at];
  const text = question && questions[question.id];
  if (!question || !text) return null;
  const isAnswered = answer !== undefined;
  return {
    questionId: question.id,
    questionNo: at + 1,
    question: text.question,
    options: text.options,
    imageUrl: question.imageUrl,
    videoUrl: question.videoUrl,
    seconds: campaign.questions?.seconds ?? null,
    bonus,
    selectedAnswer: answer ?? null,
    isRight: isAnswered ? answer === question.right : null,
    rightAnswer: isAnswered ? question.right : null,
    explanation: isAnswered ? text.right : null,
  };
}
