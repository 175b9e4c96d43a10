// What `serve` asks of the program that draws: `POST /cards`, with the token as a bearer.
import * as z from 'zod';

export const cardsPath = '/cards';

/** Of one request: a batch of PLAY is smaller. */
const drawsMax = 10_000;

export const cardsRequest = z.strictObject({
  campaign: z.string(),
  draws: z.array(z.int().min(0)).max(drawsMax),
});

/** Draw number and amount, of those that the ledger has bound; the others are left out. */
export const cardsAnswer = z.object({ cards: z.array(z.tuple([z.int(), z.int()])) });

/** Why nothing is answered. `campaign`: it draws for another one. */
export const refusals = {
  token: 401,
  request: 400,
  campaign: 409,
  ledger: 503,
  database: 503,
} as const;

export type Refusal = keyof typeof refusals;

export const refusalAnswer = z.object({ refusal: z.enum(['token', 'campaign', 'ledger']) });
