// The protocol between `serve` and `draw`: `POST /cards` with a bearer token.
import * as z from 'zod';
import { constantTimeEqual } from '../../platform/constant-time-equal.ts';

export const cardsPath = '/cards';

/** Maximum per request; a batch of spins is smaller. */
const drawsMax = 10_000;

export const cardsRequest = z.strictObject({
  campaign: z.string(),
  draws: z.array(z.int().min(0)).max(drawsMax),
});

/** Draw numbers and amounts, without numbers that the ledger has not bound. */
export const cardsAnswer = z.object({ cards: z.array(z.tuple([z.int(), z.int()])) });

/** Why `draw` answers nothing. `campaign`: this `draw` belongs to another campaign. */
export const refusals = {
  token: 401,
  request: 400,
  campaign: 409,
  ledger: 503,
  database: 503,
} as const;

export type Refusal = keyof typeof refusals;

/** `entry`: the number of the ledger entry that made the draw stop. */
export const refusalAnswer = z.union([
  z.object({ refusal: z.enum(['token', 'campaign']) }),
  z.object({ refusal: z.literal('ledger'), entry: z.int() }),
]);

export const bearerToken = (token: Uint8Array): string =>
  `Bearer ${Buffer.from(token).toString('base64')}`;

export const isBearer = (header: string, token: Uint8Array): boolean =>
  constantTimeEqual(header, bearerToken(token));
