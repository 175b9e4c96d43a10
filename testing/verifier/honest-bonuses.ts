// Right answers of a generated campaign, by an independent implementation.
import { createHmac } from 'node:crypto';

export type Question = {
  answersHmac: string;
  bonus: 'amount' | 'asMuchAgain';
  count: number;
  pools: { amount: number; rewards: number }[];
  seconds: number | null;
  statesWithout: string[];
};

type Bonus = { pseudonym: string; state: string; amount: number; question: number; draw?: number };

/** The bonuses of those who answer right, some time after their rewards. */
export function answersOf(
  { campaign, question }: { campaign: string; question?: Question },
  secret: Buffer,
  dice: () => number,
) {
  const asked: Bonus[] = [];
  const left = new Map(question?.pools.map(({ amount, rewards }) => [amount, rewards]));
  return {
    ask: (
      { pseudonym, state, draw }: { pseudonym: string; state: string; draw?: number },
      { reward, amount: won }: { reward: string; amount: number },
    ): void => {
      if (!question || question.statesWithout.includes(state)) return;
      const amount = question.bonus === 'amount' ? (question.pools[0]?.amount ?? 0) : won;
      const isDrawn = reward === 'chance' && draw !== undefined;
      const r = createHmac('sha256', secret)
        .update(`${campaign}|question|${draw}|${pseudonym}`)
        .digest()
        .readBigUInt64BE();
      const drawn = Number((r * BigInt(question.count)) / 2n ** 64n);
      const asks = isDrawn ? drawn : 0;
      asked.push({ pseudonym, state, amount, question: asks, ...(isDrawn && { draw }) });
    },
    next: (): Bonus | undefined => {
      if (asked.length === 0 || dice() < 0.6) return undefined;
      const [answered] = asked.splice(Math.floor(dice() * asked.length), 1);
      if (!answered) return undefined;
      const { amount } = answered;
      const free = left.get(amount) ?? 0;
      if (free < 1) return undefined;
      left.set(amount, free - 1);
      return answered;
    },
  };
}
