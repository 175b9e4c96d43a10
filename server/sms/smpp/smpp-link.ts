// One bound connection: requests with their answers, enquire-links, and what the SMSC asks.
import { once } from 'node:events';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import smpp, { type PDU } from 'smpp';
import { errorCode } from '../../errors/error-code.ts';
import type { SmppGateway } from './smpp-schema.ts';

export type SmppLink = {
  /** @returns the answer; undefined if the link was lost, and it is unknown what became of it */
  request(pdu: PDU, signal?: AbortSignal): Promise<PDU | undefined>;
  /** Resolves with the reason when the link is gone. */
  lost: Promise<string>;
  unbind(): Promise<void>;
};

export type LinkHandlers = {
  /** @returns whether it was stored; otherwise the SMSC sends it again */
  onDeliver(pdu: PDU): Promise<boolean>;
};

/** For connecting, binding and each answer to an enquire-link. */
const patienceMs = 10_000;
/** For the answer to an unbind: the program is ending. */
const unbindMs = 2000;
const systemErrorStatus = 0x08;

/** @throws what went wrong, as a short reason */
export async function openLink(
  gateway: SmppGateway,
  password: string,
  handlers: LinkHandlers,
): Promise<SmppLink> {
  const socket = await connected(gateway);
  const session = new smpp.Session({ socket });
  const pending = new Map<number, (answer: PDU | undefined) => void>();
  const lost = Promise.withResolvers<string>();
  const end = (reason: string) => {
    lost.resolve(reason);
    socket.destroy();
    for (const answer of pending.values()) answer(undefined);
    pending.clear();
  };
  session.on('error', (error: unknown) => end(reasonOfLink(error)));
  session.on('close', () => end('closed'));
  session.on('pdu', (pdu: PDU) => {
    if (pdu.isResponse()) {
      pending.get(pdu.sequence_number)?.(pdu);
      pending.delete(pdu.sequence_number);
    } else void answerRequest(pdu).catch((error: unknown) => end(reasonOfLink(error)));
  });

  const answerRequest = async (pdu: PDU) => {
    const isStored = pdu.command !== 'deliver_sm' || (await handlers.onDeliver(pdu));
    session.send(pdu.response(isStored ? {} : { command_status: systemErrorStatus }));
    if (pdu.command === 'unbind') end('unbound by the SMSC');
  };
  const request = (pdu: PDU, signal?: AbortSignal) =>
    new Promise<PDU | undefined>((resolve) => {
      if (!session.send(pdu)) {
        resolve(undefined);
        return;
      }
      const { sequence_number: sequence } = pdu;
      pending.set(sequence, resolve);
      signal?.addEventListener('abort', () => {
        pending.delete(sequence);
        resolve(undefined);
      });
    });
  const requestInTime = (
    command: string,
    parameters: Record<string, unknown> = {},
    limitMs = patienceMs,
  ) => request(new smpp.PDU(command, parameters), AbortSignal.timeout(limitMs));

  const bound = await requestInTime('bind_transceiver', {
    system_id: gateway.systemId,
    password,
    system_type: gateway.systemType,
    interface_version: 0x34,
  });
  if (bound?.command_status !== 0) {
    end('not bound');
    throw new LinkError(bound ? `bind refused: 0x${bound.command_status.toString(16)}` : 'no bind');
  }
  const enquire = async () => {
    if (!(await requestInTime('enquire_link'))) end('no answer to an enquire-link');
  };
  const enquiries = setInterval(() => void enquire(), gateway.enquireSeconds * 1000);
  void lost.promise.then(() => clearInterval(enquiries));
  return {
    request,
    lost: lost.promise,
    async unbind() {
      await requestInTime('unbind', {}, unbindMs);
      end('unbound');
    },
  };
}

/** Its message says why, without a value. */
class LinkError extends Error {
  override name = 'LinkError';
}

async function connected({ host, port, tls }: SmppGateway): Promise<Socket> {
  const socket = tls
    ? connectTls({
        host,
        port,
        rejectUnauthorized: true,
        minVersion: 'TLSv1.2',
        ...(isIP(host) === 0 ? { servername: host } : {}),
      })
    : connectPlain({ host, port });
  try {
    await once(socket, tls ? 'secureConnect' : 'connect', {
      signal: AbortSignal.timeout(patienceMs),
    });
  } catch (error) {
    socket.destroy();
    throw new LinkError(reasonOfLink(error));
  }
  socket.setKeepAlive(true, 60_000);
  return socket;
}

/** In a few words, without a value. */
export function reasonOfLink(error: unknown): string {
  if (error instanceof LinkError) return error.message;
  return error instanceof Error && 'code' in error ? errorCode(error) : 'protocol error';
}
