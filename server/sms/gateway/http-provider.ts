// Hands messages to a gateway over HTTP.
import { fillerOf, type PathValues } from '../paths/placeholders.ts';
import type { OutgoingSms, SendOutcome, SmsProvider } from '../provider.ts';
import { redactReason } from '../redact-reason.ts';
import { exchange } from './exchange.ts';
import { fillRequest } from './fill-request.ts';
import type { HttpGateway } from './gateway-schema.ts';
import { readAnswer } from './read-answer.ts';

export function httpProvider(gateway: HttpGateway, values: PathValues): SmsProvider {
  return {
    async send(sms, signal) {
      const request = fillRequest(gateway, fillerOf(sms, values, gateway));
      const exchanged = await exchange(request, signal);
      switch (exchanged.kind) {
        case 'answered':
          return withoutTextOf(sms, values, readAnswer(gateway.answer, exchanged, sms.id));
        case 'broken':
          return { kind: 'unknown', reason: exchanged.reason };
        case 'neverSent':
          return { kind: 'refusedForNow', reason: exchanged.reason };
        default:
          return exchanged satisfies never;
      }
    },
  };
}

function withoutTextOf(
  sms: OutgoingSms,
  { secrets }: PathValues,
  outcome: SendOutcome,
): SendOutcome {
  if (outcome.kind === 'accepted') return outcome;
  return { ...outcome, reason: redactReason(outcome.reason, sms, Object.values(secrets)) };
}
