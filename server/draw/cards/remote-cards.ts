// The client of `draw`, the only program that has the secret.
import type { DrawHealth } from '../../database/health.ts';
import type { Log } from '../../platform/log.ts';
import { DrawUnavailable, type ReadCards } from '../read-cards.sql.ts';
import { bearerToken, cardsAnswer, cardsPath, refusalAnswer } from './draw-protocol.ts';

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
  let last: DrawHealth['state'] = 'up';
  const ask = async (draws: readonly number[], limit: number) => {
    const answer = await post(options, JSON.stringify({ campaign, draws }), limit);
    const { state } = answer.health;
    if (state !== last) logState(log, answer.health);
    last = state;
    return answer;
  };
  return {
    readCards: async (drawNumbers) => {
      const { health, cards } = await ask(drawNumbers, limitsMs.call);
      if (health.state === 'up') return cards;
      throw new DrawUnavailable(`The draw does not answer (${health.state}).`);
    },
    check: async () => (await ask([], limitsMs.check)).health,
  };
}

type Answer = { health: DrawHealth; cards: ReadonlyMap<number, number> };

const none: ReadonlyMap<number, number> = new Map();

async function post(
  { origin, token }: RemoteCardsOptions,
  body: string,
  limitMs: number,
): Promise<Answer> {
  try {
    const response = await fetch(`${origin}${cardsPath}`, {
      method: 'POST',
      headers: { authorization: bearerToken(token), 'content-type': 'application/json' },
      body,
      redirect: 'error',
      // Aborts the request, not only the wait for it.
      signal: AbortSignal.timeout(limitMs),
    });
    const found: unknown = await response.json();
    if (response.ok) {
      return { health: { state: 'up' }, cards: new Map(cardsAnswer.parse(found).cards) };
    }
    const refused = refusalAnswer.safeParse(found).data;
    if (!refused) return { health: { state: 'down' }, cards: none };
    const health: DrawHealth =
      refused.refusal === 'ledger'
        ? { state: 'stopped', entry: refused.entry }
        : { state: 'refused' };
    return { health, cards: none };
  } catch {
    // `draw` is unreachable, too slow, or another program: the shopper retries in each case.
    return { health: { state: 'down' }, cards: none };
  }
}

function logState(log: RemoteCardsOptions['log'], health: DrawHealth): void {
  switch (health.state) {
    case 'up':
      return log.info({}, 'The draw answers again.');
    case 'down':
      return log.warn(
        {},
        'The draw does not answer. PLAY must be repeated; registration and verification continue. Start `npm run draw`.',
      );
    case 'refused':
      return log.error(
        {},
        'The draw refuses this program. PLAY must be repeated. Set the same DRAW_TOKEN and CAMPAIGN on both sides.',
      );
    case 'stopped':
      return log.error(
        { alarm: true, entry: health.entry },
        'The draw has stopped: the ledger is not the one that it follows. PLAY must be repeated. See docs/runbook.md.',
      );
  }
}
