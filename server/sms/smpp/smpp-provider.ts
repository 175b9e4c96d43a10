// Keeps a link to an SMSC and submits messages over it. Each process has a link of its own.
import { setTimeout as pause } from 'node:timers/promises';
import type { PDU } from 'smpp';
import type { SendOutcome, SmsProvider } from '../provider.ts';
import { openLink, reasonOfLink, type LinkHandlers, type SmppLink } from './smpp-link.ts';
import type { SmppGateway } from './smpp-schema.ts';
import { createBindBackoff } from './bind-backoff.ts';
import { idOfAnswer, type MessageIdForm } from './message-id.ts';
import { outcomeOfStatus } from './status-outcome.ts';
import { submitPdus } from './submit-pdus.ts';

export type SmppHandlers = LinkHandlers & {
  /** The link was bound, lost or refused. */
  onLink(isBound: boolean, reason: string): void;
};

/** Below the limit of an attempt, after which nobody would know that nothing was sent. */
const bindWaitMs = 3000;
const notBound: SendOutcome = { kind: 'refusedForNow', reason: 'not bound' };

export function smppProvider(
  gateway: SmppGateway,
  password: string,
  handlers: SmppHandlers,
): SmsProvider {
  const stopping = new AbortController();
  let link: SmppLink | undefined;
  /** Resolves when a link has been bound, or binding has failed. */
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
      // Right after the start, or after a loss, the link is there in a moment.
      if (!link) await Promise.race([bound.promise, pause(bindWaitMs), aborted(signal)]);
      if (!link || signal.aborted) return notBound;
      reference = (reference + 1) % 256;
      return submit(link, submitPdus(gateway, sms, reference), gateway.messageIds, signal);
    },
    async stop() {
      stopping.abort();
      await link?.unbind();
      await ended;
    },
  };
}

/** The message is accepted when all of its segments are; its reference is that of the first. */
async function submit(
  link: SmppLink,
  pdus: readonly PDU[],
  messageIds: MessageIdForm,
  signal: AbortSignal,
): Promise<SendOutcome> {
  let reference: string | undefined;
  for (const [at, pdu] of pdus.entries()) {
    const answer = await link.request(pdu, signal);
    if (!answer) return { kind: 'unknown', reason: 'link lost' };
    if (answer.command_status !== 0) {
      const outcome = outcomeOfStatus(answer.command_status);
      // A part of it is on its way.
      return at === 0 ? outcome : { kind: 'unknown', reason: 'not all segments' };
    }
    if (at === 0) reference = idOfAnswer(messageIds, answer.message_id);
  }
  return { kind: 'accepted', reference };
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
