// One question after the reward, asked once. Nobody can choose which.
import { DrawUnavailable } from '@inaam/server/draw/read-cards.ts';
import { notOpen, refuse, unavailable } from '@inaam/server/http/refusal.ts';
import type { CallContext, Handler, PluginHandlers } from '@inaam/server/http/context.ts';
import { indianDay, mayGrant } from '@inaam/server/platform/period.rules.ts';
import type { ServerPlugin } from '../../server-plugin.ts';
import type { Question } from '../contract.ts';
import {
  type Answered,
  type Answering,
  answerQuestions,
  askQuestions,
  readQuestions,
} from './questions.sql.ts';
import { closedAnswer, optionsOf, type StoredQuestion, verdictOn } from './questions.rules.ts';

type Own = Parameters<NonNullable<ServerPlugin['calls']>>[0];
type Storage = ReturnType<typeof storageOf>;

const unasked = { bonus: 'amount', pools: [], statesWithout: [] } as const;
const noneDrawn = () => Promise.resolve<ReadonlyMap<number, number>>(new Map());

function storageOf({ database, campaign: { id, questions }, readCards, headMutex }: Own) {
  const options = optionsOf(questions?.questions ?? []);
  return {
    readQuestions: readQuestions(database, id),
    /** @throws DrawUnavailable */
    drawnQuestions: readCards.asked ?? noneDrawn,
    askQuestions: askQuestions(database, id, questions ?? unasked, headMutex),
    answerQuestions: answerQuestions(database, id, options, headMutex),
  };
}

export const calls = (own: Own): PluginHandlers => {
  const storage = storageOf(own);
  return {
    getQuestion: (call, context) => getQuestion(call, { ...context, storage }),
    answerQuestion: (call, context) => answerQuestion(call, { ...context, storage }),
  };
};

const getQuestion: Handler<'getQuestion', Storage> = async ({ participant, words }, context) => {
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
  { storage }: CallContext<Storage>,
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

function shown(
  { question: at, bonus, answer }: StoredQuestion,
  { questions }: Parameters<Handler<'getQuestion'>>[0]['words'],
  campaign: CallContext['campaign'],
): Question | null {
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

/** The first question, as it is asked after the highest reward, and a right answer. */
export const samplesOf: NonNullable<ServerPlugin['samplesOf']> = (campaign, language) => {
  const amounts = campaign.questions?.pools.map(({ amount }) => amount) ?? [];
  const highest = campaign.outcomes.at(-1)?.amount ?? 0;
  const bonus = amounts.includes(highest) ? highest : (amounts[0] ?? 0);
  const words = campaign.words(language);
  const question = shown({ question: 0, bonus, answer: undefined }, words, campaign);
  const [first] = campaign.questions?.questions ?? [];
  if (!question || !first) return {};
  const explanation = words.questions[first.id]?.right ?? '';
  return {
    // The preview plays no video.
    getQuestion: { question: { ...question, videoUrl: '' } },
    answerQuestion: { isRight: true, rightAnswer: first.right, explanation, bonus },
  };
};

// `users/answerQuestion/`: the first answer counts, and a repeated one is answered again. A wrong
// one costs nothing.

const answerQuestion: Handler<'answerQuestion', Storage> = async (
  { participant, fields, words },
  context,
) => {
  if (participant.blocked) throw refuse('invalidUser');
  const { pseudonym, rewardAmount } = participant;
  if (rewardAmount === null) throw refuse('invalidData');
  const questions = context.campaign.questions?.questions ?? [];
  const { questionId, selectedAnswer: answer } = fields;
  const given = { question: questions.findIndex(({ id }) => id === questionId), answer };
  const { asked } = await context.storage.readQuestions.one(pseudonym);
  const verdict = verdictOn(asked, given, optionsOf(questions));
  const question = questions[given.question];
  const text = words.questions[questionId];
  if (!asked || !question || !text) throw refuse('invalidQuestion');

  const isRight = answer === question.right;
  assertAnswered(
    verdict === 'new' ? await store({ ...given, isRight, pseudonym }, context) : verdict,
  );
  const bonus = isRight ? asked.bonus : 0;
  return { isRight, rightAnswer: question.right, explanation: text.right, bonus };
};

async function store(
  given: Omit<Answering, 'today' | 'now'>,
  { campaign, clocks, isPaused, storage }: CallContext<Storage>,
): Promise<Answered> {
  const at = clocks.campaign();
  if (!mayGrant(campaign.programme, at)) return 'ended';
  if (isPaused()) return 'paused';
  return storage.answerQuestions.one({ ...given, today: indianDay(at), now: clocks.wall() });
}

function assertAnswered(answered: Answered): void {
  if (answered === 'new' || answered === 'again') return;
  if (answered === 'ended' || answered === 'paused') throw notOpen(answered);
  throw refuse(answered);
}
