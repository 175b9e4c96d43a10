// How `serve` asks `draw`, the program that alone has the secret: `POST /cards`, with
// the token as a bearer token.
import { Agent, request as requestHttp } from 'node:http';
import { Agent as SecureAgent, request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { errorCode } from '../../platform/errors.ts';
import type { DrawHealth } from '../../database/health.ts';
import type { Log } from '../../platform/log.ts';
import { DrawUnavailable, type BoundDraw, type ReadCards } from '../read-cards.ts';
import { constantTimeEqual } from '../../platform/keys.ts';

export const cardsPath = '/cards';

/** The most in one request; a batch of spins is smaller. */
const drawsMax = 1000;

export const cardsRequest = z.strictObject({
  campaign: z.string(),
  draws: z.array(z.tuple([z.int().min(0), z.string().regex(/^[0-9a-f]{32}$/)])).max(drawsMax),
});

const byNumber = z.array(z.tuple([z.int(), z.int()]));
/**
 * Draw numbers with amounts, and with the questions where the campaign has some. Numbers that the
 * ledger has not bound are left out. `stopped`: the entry because of which the draw has stopped; of
 * what was bound before, it answers.
 */
const cardsAnswer = z.object({
  cards: byNumber,
  questions: byNumber.optional(),
  stopped: z.int().optional(),
});

/** Why nothing is answered. `campaign`: this `draw` belongs to another campaign. */
export const refusals = {
  token: 401,
  request: 400,
  campaign: 409,
  ledger: 503,
  database: 503,
} as const;

export type Refusal = keyof typeof refusals;

/** `entry`: the number of the ledger's entry because of which the draw has stopped. */
const refusalAnswer = z.union([
  z.object({ refusal: z.enum(['token', 'campaign']) }),
  z.object({ refusal: z.literal('ledger'), entry: z.int() }),
]);

/** The `authorization` header of a client that has the token. */
const bearerToken = (token: Uint8Array): string =>
  `Bearer ${Buffer.from(token).toString('base64')}`;

export const isBearer = (header: string, token: Uint8Array): boolean =>
  constantTimeEqual(header, bearerToken(token));

export type RemoteCardsOptions = {
  /** For example `http://127.0.0.1:9466`. */
  origin: string;
  token: Uint8Array;
  campaign: string;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  limitsMs?: { call: number; check: number };
};

export type RemoteCards = {
  readCards: ReadCards;
  /** Requests no cards, only whether `draw` would answer. Never throws. */
  check: () => Promise<DrawHealth>;
};

/** The longest that a shopper waits for a call before the page retries. */
const productionLimitsMs = { call: 1500, check: 500 } as const;

export function remoteCards(options: RemoteCardsOptions): RemoteCards {
  const { campaign, log, limitsMs = productionLimitsMs } = options;
  const post = keepAlivePost(options);
  let last: DrawHealth['state'] = 'up';
  const ask = async (draws: readonly BoundDraw[], limit: number) => {
    const answer = await readAnswer(post, JSON.stringify({ campaign, draws }), limit);
    const { state } = answer.health;
    if (state !== last) logState(log, answer.health);
    last = state;
    return answer;
  };
  const read = async (draws: readonly BoundDraw[]) => {
    const answer = await ask(draws, limitsMs.call);
    const { state } = answer.health;
    if (state === 'up' || answer.cards.size > 0) return answer;
    throw new DrawUnavailable(`The draw does not answer (${state}).`);
  };
  return {
    readCards: Object.assign(async (draws: readonly BoundDraw[]) => (await read(draws)).cards, {
      asked: async (draws: readonly BoundDraw[]) => (await read(draws)).questions,
    }),
    check: async () => (await ask([], limitsMs.check)).health,
  };
}

type Answer = {
  health: DrawHealth;
  cards: ReadonlyMap<number, number>;
  questions: ReadonlyMap<number, number>;
};

const none = { cards: new Map<number, number>(), questions: new Map<number, number>() };

type Post = (body: string, signal: AbortSignal) => Promise<{ status: number; body: string }>;

/** Takes less than half of the processor time of `fetch`. Follows no redirect. */
function keepAlivePost({ origin, token }: RemoteCardsOptions): Post {
  const isSecure = origin.startsWith('https:');
  const agent = new (isSecure ? SecureAgent : Agent)({ keepAlive: true });
  const headers = { authorization: bearerToken(token), 'content-type': 'application/json' };
  const post: Post = (body, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<Post>>>();
    const sent = (isSecure ? requestHttps : requestHttp)(`${origin}${cardsPath}`, {
      method: 'POST',
      agent,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      signal,
    });
    sent.on('response', (response) => {
      const { statusCode: status = 0 } = response;
      text(response).then((read) => resolve({ status, body: read }), reject);
    });
    sent.on('error', (error) => {
      // `draw` has closed the idle connection meanwhile. Asking twice does no harm.
      if (sent.reusedSocket && errorCode(error) === 'ECONNRESET') resolve(post(body, signal));
      else reject(error);
    });
    sent.end(body);
    return promise;
  };
  return post;
}

async function readAnswer(post: Post, body: string, limitMs: number): Promise<Answer> {
  try {
    // Aborts the request, not only the wait for it.
    const response = await post(body, AbortSignal.timeout(limitMs));
    const found: unknown = JSON.parse(response.body);
    if (response.status === 200) {
      const { cards, questions, stopped } = cardsAnswer.parse(found);
      const health: DrawHealth =
        stopped === undefined ? { state: 'up' } : { state: 'stopped', entry: stopped };
      return { health, cards: new Map(cards), questions: new Map(questions) };
    }
    const refused = refusalAnswer.safeParse(found).data;
    if (!refused) return { health: { state: 'down' }, ...none };
    const health: DrawHealth =
      refused.refusal === 'ledger'
        ? { state: 'stopped', entry: refused.entry }
        : { state: 'refused' };
    return { health, ...none };
  } catch {
    // `draw` is unreachable, too slow, or another program: the shopper retries in each case.
    return { health: { state: 'down' }, ...none };
  }
}

function logState(log: RemoteCardsOptions['log'], health: DrawHealth): void {
  switch (health.state) {
    case 'up':
      return log.info({}, 'The draw answers again.');
    case 'down':
      return log.warn(
        {},
        'The draw does not answer. PLAY must be repeated; registration and verification continue. Start `npx inaam draw`.',
      );
    case 'refused':
      return log.error(
        {},
        'The draw refuses this program. PLAY must be repeated. Set the same DRAW_TOKEN and CAMPAIGN on both sides.',
      );
    case 'stopped':
      return log.error(
        { alarm: true, entry: health.entry },
        'The draw has stopped: the ledger is not the one that it follows. Those verified before can play; others must repeat PLAY. See "The draw refuses the ledger" in docs/run/draw-and-keys.md.',
      );
  }
}
