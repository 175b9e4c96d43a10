// Shared by the calls that request a code: who sends the request, and how the verdict is answered.
import { clientNetwork } from '../http/client-network.ts';
import type { CallContext } from '../http/context.ts';
import { guardedTryAgain, Refusal, refuse } from '../http/refusal.ts';
import type { ProofPurpose } from '../platform/proof-of-work.ts';
import type { CodeRequestAnswer, Sender } from './code-requests.sql.ts';

/** @param address the client's address, as far as the proxies are trusted */
export function senderOf(
  { keys }: CallContext,
  address: string | undefined,
  mobile: string,
): Sender {
  const { kind, network, around } = clientNetwork(address);
  return {
    addressKind: kind,
    address: keys.addressCounter(network),
    network: keys.addressCounter(around.network),
    provider: keys.addressCounter(around.provider),
    block: keys.blockCounter(mobile),
  };
}

/** @throws Refusal */
export async function answerCodeRequest(
  { keys, clocks }: CallContext,
  verdict: CodeRequestAnswer,
  purpose: ProofPurpose,
): Promise<{ resendAfter: number; isElsewhere?: true }> {
  switch (verdict.kind) {
    case 'send':
      return { resendAfter: verdict.resendAfterSeconds };
    case 'wait':
      return {
        resendAfter: verdict.resendAfterSeconds,
        ...(verdict.isElsewhere && { isElsewhere: true }),
      };
    case 'unaffordable': {
      const { difficulty, retryAfterSeconds } = verdict;
      if (difficulty === undefined) throw refuse('tryAgain', retryAfterSeconds);
      const challenge = await keys.newChallenge(purpose, difficulty, clocks.wall());
      throw refuse('tryAgain', retryAfterSeconds, challenge);
    }
    case 'refuse':
      if (verdict.messageId === 'tryAgain') {
        const { isGuarded, retryAfterSeconds } = verdict;
        throw isGuarded
          ? guardedTryAgain(retryAfterSeconds)
          : refuse('tryAgain', retryAfterSeconds);
      }
      if (verdict.messageId === 'invalidData') {
        throw new Refusal(400, verdict.why, { messageId: 'invalidData' });
      }
      throw refuse(verdict.messageId);
    default:
      return verdict satisfies never;
  }
}
