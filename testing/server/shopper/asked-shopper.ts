// Shoppers of the tea campaign, who are asked a question after their reward.
import * as z from 'zod';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { testServer, type TestServer } from '../app/test-server.ts';
import type { TestServerOptions } from '../app/server-on-database.ts';
import type { Answered } from './device.ts';
import { newMobile, Shopper } from './shopper.ts';

export const tea = await loadCampaign('tea-demo');
const rights = new Map(tea.questions?.questions.map(({ id, right }) => [id, right]));

/** @param rewards of each pool of bonuses */
export async function teaServer(
  options: TestServerOptions = {},
  rewards?: number,
): Promise<TestServer> {
  const change = (): ServerCampaign => {
    const { questions } = tea;
    if (!questions || rewards === undefined) return tea;
    const pools = questions.pools.map(({ amount }) => ({ amount, rewards }));
    return { ...tea, questions: { ...questions, pools } };
  };
  const made = await testServer({ change, role: 'inaam_serve', ...options });
  made.time.campaign = Date.parse('2026-02-01T06:00:00Z');
  return made;
}

export async function rewardedShopper(server: TestServer, state = 'Goa') {
  const shopper = new Shopper(server);
  const mobile = newMobile();
  await shopper.verify(mobile, state);
  const { resp } = await shopper.call('getReward');
  return { shopper, mobile, won: Number(resp['winType']) };
}

const shown = z.looseObject({
  questionId: z.string(),
  options: z.array(z.string()),
  bonus: z.number(),
});

/** Of one with a reward. */
export async function questionOf(shopper: Shopper) {
  const { resp } = await shopper.call('getQuestion');
  const question = shown.parse(resp['question']);
  return { question, right: rights.get(question.questionId) ?? 0 };
}

export async function askedShopper(server: TestServer, state = 'Goa') {
  const one = await rewardedShopper(server, state);
  const { question, right } = await questionOf(one.shopper);
  const answer = async (selectedAnswer: number, questionId = question.questionId) =>
    brief(await one.shopper.call('answerQuestion', { questionId, selectedAnswer }));
  return { ...one, question, right, answer };
}

/** Without the sentence of a refusal. */
export function brief({ status, resp }: Answered) {
  const others = Object.entries(resp).filter(([name]) => !/^(?:statusCode|message)$/.test(name));
  return { status, ...Object.fromEntries(others) };
}
