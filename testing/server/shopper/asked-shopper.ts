// Shoppers of the tea campaign, who are asked a question after their reward.
import * as z from 'zod';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { questionTesting } from '@inaam/plugins/testing.ts';
import { testServer, type TestServer } from '../app/test-server.ts';
import type { TestServerOptions } from '../app/server-on-database.ts';
import { Shopper } from './shopper.ts';

export const tea = await loadCampaign('tea-demo');
const [asked] = questionTesting;
const rights = new Map(asked?.questionsOf(tea).map(({ id, right }) => [id, right]));

/** With the questions of the tea campaign. @param rewards of each pool of bonuses */
export function askedCampaign(
  campaign: ServerCampaign,
  amounts: readonly number[],
  rewards: number,
): ServerCampaign {
  const pools = amounts.map((amount) => ({ amount, rewards }));
  return asked?.withQuestions(campaign, tea, pools) ?? campaign;
}

/** @public For plugins. @param rewards of each pool of bonuses */
export async function teaServer(options: TestServerOptions = {}, rewards?: number) {
  const change = () => (rewards ? askedCampaign(tea, [5, 10, 20, 50], rewards) : tea);
  const made = await testServer({ change, role: 'inaam_serve', ...options });
  made.time.campaign = Date.parse('2026-02-01T06:00:00Z');
  return made;
}

const texts = { questionId: z.string(), options: z.array(z.string()) };
const shown = z.looseObject({ ...texts, bonus: z.number() });

export const questionIdOf = (shown: unknown): string | undefined =>
  z.object({ questionId: z.string() }).safeParse(shown).data?.questionId;

/** Of one with a reward. */
export async function questionOf(shopper: Shopper) {
  const { resp } = await shopper.call('getQuestion');
  const question = shown.parse(resp['question']);
  return { question, right: rights.get(question.questionId) ?? 0 };
}

/** @public For plugins. */
export async function askedShopper(server: TestServer, state = 'Goa') {
  const shopper = new Shopper(server);
  const won = await shopper.win(state);
  const { question, right } = await questionOf(shopper);
  const answer = (selectedAnswer: number, questionId = question.questionId) =>
    shopper.brief('answerQuestion', { questionId, selectedAnswer });
  return { shopper, ...won, question, right, answer };
}
