// One bound connection: requests and responses, enquire-links, and the SMSC's requests. Nothing
// that the SMSC sends ends the link, except an unbind or a PDU whose end cannot be found.
import { once } from 'node:events';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import smpp, { type PDU } from 'smpp';
import { errorCode } from '../../platform/errors.ts';
import {
  commands,
  encodeResponse,
  isResponse,
  pduReader,
  readDelivered,
  responseTo,
  type Delivered,
  type Pdu,
} from './pdu.ts';
import type { SmppGateway } from './smpp-schema.ts';

/** `notSent`: the link had ended before; `lost`: the outcome of the request is unknown. */
type Answer = Pick<Pdu, 'status' | 'body'> | 'notSent' | 'lost';

export type SmppLink = {
  request(pdu: PDU, signal?: AbortSignal): Promise<Answer>;
  /** Resolves with the reason once the link accepts no more requests. */
  lost: Promise<string>;
  unbind(): Promise<void>;
};

export type LinkHandlers = {
  /** @returns whether it was stored; otherwise the SMSC sends it again */
  onDeliver(delivered: Delivered): Promise<boolean>;
};

/** For connecting, binding and each response to an enquire-link. */
const patienceMs = 10_000;
/** For the response to an unbind, while the program stops. */
const unbindMs = 2000;
/** Limits for data that the SMSC does not read, and for its messages that are not stored yet. */
const limits = {
  gatheredBytes: 64 * 1024,
  unreadBytes: 512 * 1024,
  unreadWrites: 500,
  unstoredBytes: 512 * 1024,
};
/** A message's memory in addition to its content. */
const unstoredBytes = 1024;
const statuses = { ok: 0x00, invalidCommand: 0x03, systemError: 0x08, unknownError: 0xff };
const sequenceMax = 0x7fff_ffff;

/** @throws a short reason */
export async function openLink(
  gateway: SmppGateway,
  password: string,
  handlers: LinkHandlers,
): Promise<SmppLink> {
  const socket = await connected(gateway);
  const link = linkOver(socket, handlers);
  const { request, end } = link;
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
  if (typeof bound === 'string' || bound.status !== statuses.ok) {
    end('not bound');
    throw new LinkError(
      typeof bound === 'string' ? 'no bind' : `bind refused: 0x${bound.status.toString(16)}`,
    );
  }
  const enquire = async () => {
    if ((await requestInTime('enquire_link')) === 'lost') end('no answer to an enquire-link');
  };
  const enquiries = setInterval(() => void enquire(), gateway.enquireSeconds * 1000);
  void link.lost.then(() => clearInterval(enquiries));
  return {
    request,
    lost: link.lost,
    async unbind() {
      await requestInTime('unbind', {}, unbindMs);
      end('unbound');
    },
  };
}

type Pending = { command: number; resolve: (answer: Answer) => void };

function linkOver(socket: Socket, handlers: LinkHandlers) {
  const pending = new Map<number, Pending>();
  const lost = Promise.withResolvers<string>();
  let sequence = 0;
  let isOpen = true;
  let unansweredUnbind: number | undefined;
  const end = (reason: string) => {
    isOpen = false;
    lost.resolve(reason);
    socket.destroy();
    for (const { resolve } of pending.values()) resolve('lost');
    pending.clear();
  };
  const write = gatheringWriter(socket, () => end('what it was sent is not read'));
  /** Responses to requests in progress are sent before the connection is closed. */
  const endOnceAnswered = () => {
    if (unansweredUnbind === undefined || pending.size > 0) return;
    write(encodeResponse(commands.unbind, unansweredUnbind, statuses.ok));
    unansweredUnbind = undefined;
    setImmediate(() => socket.end());
  };
  const onUnbind = (of: number) => {
    isOpen = false;
    unansweredUnbind = of;
    lost.resolve('unbound by the SMSC');
    setTimeout(end, patienceMs, 'closed').unref();
    endOnceAnswered();
  };
  const settle = ({ command, sequence: of, status, body }: Pdu) => {
    const asked = pending.get(of);
    const isNack = command === commands.genericNack;
    if (!asked || (!isNack && command !== responseTo(asked.command))) return;
    pending.delete(of);
    // A generic_nack with "no error" has accepted nothing either.
    asked.resolve({ status: isNack && status === 0 ? statuses.unknownError : status, body });
    endOnceAnswered();
  };
  const answer = requestAnswerer(write, handlers, onUnbind);
  const read = pduReader((pdu) => (isResponse(pdu) ? settle(pdu) : answer(pdu)));
  socket.on('data', (chunk) => {
    if (!read(chunk)) end('protocol error');
  });
  socket.on('error', (error: unknown) => end(reasonOfLink(error)));
  socket.on('close', () => end('closed'));
  return {
    lost: lost.promise,
    end,
    request: (pdu: PDU, signal?: AbortSignal) =>
      new Promise<Answer>((resolve) => {
        if (!isOpen || !socket.writable || signal?.aborted === true) {
          resolve('notSent');
          return;
        }
        sequence = sequence === sequenceMax ? 1 : sequence + 1;
        const own = sequence;
        pdu.sequence_number = own;
        pending.set(own, { command: pdu.command_id, resolve });
        signal?.addEventListener('abort', () => {
          if (pending.delete(own)) resolve('lost');
          endOnceAnswered();
        });
        write(pdu.toBuffer());
      }),
  };
}

/** Writes data of one turn together, and never more than the other side reads. */
function gatheringWriter(socket: Socket, onUnread: () => void): (bytes: Buffer) => void {
  let gathered: Buffer[] = [];
  let size = 0;
  let unread = 0;
  const flush = () => {
    const bytes = Buffer.concat(gathered);
    gathered = [];
    size = 0;
    if (bytes.length === 0 || !socket.writable) return;
    unread += 1;
    socket.write(bytes, () => void (unread -= 1));
    if (unread > limits.unreadWrites || socket.writableLength > limits.unreadBytes) onUnread();
  };
  return (bytes) => {
    if (gathered.push(bytes) === 1) setImmediate(flush);
    size += bytes.length;
    if (size > limits.gatheredBytes) flush();
  };
}

/** @returns a function that answers the SMSC's requests */
function requestAnswerer(
  write: (bytes: Buffer) => void,
  handlers: LinkHandlers,
  onUnbind: (sequence: number) => void,
) {
  let unstored = 0;
  const isStored = async (pdu: Pdu) => {
    const size = unstoredBytes + pdu.body.length;
    if (unstored + size > limits.unstoredBytes) return false;
    unstored += size;
    try {
      return await handlers.onDeliver(readDelivered(pdu));
    } catch {
      return false;
    } finally {
      unstored -= size;
    }
  };
  return (pdu: Pdu): void => {
    const { command, sequence } = pdu;
    const respond = (status: number) => write(encodeResponse(command, sequence, status));
    switch (command) {
      case commands.deliverSm:
      case commands.dataSm:
        void isStored(pdu).then((is) => respond(is ? statuses.ok : statuses.systemError));
        break;
      case commands.enquireLink:
        respond(statuses.ok);
        break;
      case commands.unbind:
        onUnbind(sequence);
        break;
      case commands.alertNotification:
      case commands.outbind:
        // They need no response.
        break;
      default:
        write(encodeResponse(commands.genericNack, sequence, statuses.invalidCommand));
    }
  };
}

/** Its message contains the reason, without a value. */
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

/** Between attempts to bind: a wrong password, tried every second, could lock the account. */
const pauseMs = { min: 500, max: 30_000 } as const;
/** A link that is lost sooner was none: an SMSC that binds and drops is left alone as well. */
const stableMs = 30_000;

export type BindBackoff = {
  bound(): void;
  /** @returns ms, before any jitter */
  nextPause(): number;
};

export function createBindBackoff(now: () => number = () => performance.now()): BindBackoff {
  let nextMs: number = pauseMs.min;
  let boundAt: number | undefined;
  return {
    bound() {
      boundAt = now();
    },
    nextPause() {
      if (boundAt !== undefined && now() - boundAt >= stableMs) nextMs = pauseMs.min;
      boundAt = undefined;
      const ms = nextMs;
      nextMs = Math.min(nextMs * 2, pauseMs.max);
      return ms;
    },
  };
}
