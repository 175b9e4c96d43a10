// Keeps a link to an SMSC and submits messages over it. Each process has one link.
import { setTimeout as pause } from 'node:timers/promises';
import type { PDU } from 'smpp';
import type { SendOutcome, SmsProvider } from '../provider.ts';
import {
  openLink,
  reasonOfLink,
  type LinkHandlers,
  type SmppLink,
  createBindBackoff,
} from './smpp-link.ts';
import type { SmppGateway } from './smpp-schema.ts';
import { cleanId } from './smpp-receipt.ts';
import { firstText } from './pdu.ts';
import { outcomeOfStatus, submitPdus } from './submit-pdus.ts';

export type SmppHandlers = LinkHandlers & {
  onLink(isBound: boolean, reason: string): void;
};

/** Below the attempt's time limit, after which it would be unknown that nothing was sent. */
const bindWaitMs = 3000;
const notBound: SendOutcome = { kind: 'refusedForNow', reason: 'not bound' };

export function smppProvider(
  gateway: SmppGateway,
  password: string,
  handlers: SmppHandlers,
): SmsProvider {
  const stopping = new AbortController();
  let link: SmppLink | undefined;
  /** Resolves when a link was bound or binding has failed. */
  let bound = Promise.withResolvers<void>();
  let reference = Math.floor(Math.random() * 256);

  const keepBound = async () => {
    const backoff = createBindBackoff();
    while (!stopping.signal.aborted) {
      try {
        link = await openLink(gateway, password, handlers);
        backoff.bound();
        if (stopping.signal.aborted) void link.unbind();
        handlers.onLink(true, 'bound');
        bound.resolve();
        const reason = await link.lost;
        if (!stopping.signal.aborted) handlers.onLink(false, reason);
      } catch (error) {
        handlers.onLink(false, reasonOfLink(error));
        bound.resolve();
      }
      link = undefined;
      bound = Promise.withResolvers();
      await pause(backoff.nextPause() * (0.5 + Math.random() / 2), undefined, {
        signal: stopping.signal,
      }).catch(() => undefined);
    }
  };
  const ended = keepBound();

  return {
    async send(sms, signal) {
      // Right after a start or a loss, the link will be there in a moment.
      if (!link) await Promise.race([bound.promise, pause(bindWaitMs), aborted(signal)]);
      if (!link || signal.aborted) return notBound;
      reference = (reference + 1) % 256;
      return submit(link, submitPdus(gateway, sms, reference), signal);
    },
    async stop() {
      stopping.abort();
      await link?.unbind();
      await ended;
    },
  };
}

/** The message is accepted when all of its segments are. */
async function submit(
  link: SmppLink,
  pdus: readonly PDU[],
  signal: AbortSignal,
): Promise<SendOutcome> {
  const ids: string[] = [];
  for (const [at, pdu] of pdus.entries()) {
    const answer = await link.request(pdu, signal);
    if (answer === 'lost') return { kind: 'unknown', reason: 'link lost' };
    if (answer === 'notSent' || answer.status !== 0) {
      const outcome = answer === 'notSent' ? notBound : outcomeOfStatus(answer.status);
      // A part of the message was sent.
      return at === 0 ? outcome : { kind: 'unknown', reason: 'not all segments' };
    }
    const id = cleanId(firstText(answer.body));
    if (id !== undefined) ids.push(id);
  }
  // Some SMSCs use one id for all segments.
  const parts = ids.filter((id, at) => ids.lastIndexOf(id) === at);
  return { kind: 'accepted', reference: parts[0], ...(parts.length > 1 && { parts }) };
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
