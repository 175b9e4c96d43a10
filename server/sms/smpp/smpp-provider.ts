// Keeps a link to an SMSC and submits messages over it. Each process has one link.
import { setTimeout as pause } from 'node:timers/promises';
import smpp, { type PDU } from 'smpp';
import type { SendOutcome, SmsProvider, OutgoingSms } from '../provider.ts';
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
import { gsm7Codes } from '@inaam/campaigns/sms/segments.ts';

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

const receiptWanted = 1;
const udhIndicator = 0x40;

/**
 * One PDU for each segment.
 * @param reference of the message, the same in all segments: 0 to 255
 */
export function submitPdus(gateway: SmppGateway, sms: OutgoingSms, reference: number): PDU[] {
  const { dataCoding, segments } = encodeText(sms.text);
  const common = {
    service_type: gateway.serviceType,
    source_addr_ton: gateway.source.ton,
    source_addr_npi: gateway.source.npi,
    source_addr: sms.template.headerId,
    dest_addr_ton: gateway.destination.ton,
    dest_addr_npi: gateway.destination.npi,
    destination_addr: `${gateway.numberPrefix}${sms.to}`,
    data_coding: dataCoding,
    registered_delivery: receiptWanted,
    ...dltParameters(gateway, sms),
  };
  const total = segments.length;
  return segments.map((segment, at) => {
    if (total === 1) return submitPdu({ ...common, short_message: segment });
    if (gateway.long === 'sar') {
      return submitPdu({
        ...common,
        short_message: segment,
        sar_msg_ref_num: reference,
        sar_total_segments: total,
        sar_segment_seqnum: at + 1,
      });
    }
    const header = Buffer.from([5, 0, 3, reference, total, at + 1]);
    return submitPdu({
      ...common,
      esm_class: udhIndicator,
      short_message: Buffer.concat([header, segment]),
    });
  });
}

const submitPdu = (parameters: Record<string, unknown>) => new smpp.PDU('submit_sm', parameters);

const known = new Set<string>();

/** The package writes parameters of an operator's range only under a registered name. */
function dltParameters(
  { entityTag, templateTag, zeroEnded }: SmppGateway,
  { template }: OutgoingSms,
): Record<string, Buffer> {
  const ids: [string | null, string][] = [
    [entityTag, template.entityId],
    [templateTag, template.templateId],
  ];
  return Object.fromEntries(
    ids.flatMap(([tag, id]): [string, Buffer][] => {
      if (tag === null) return [];
      const name = `inaam_${tag.toLowerCase()}`;
      if (!known.has(name)) smpp.addTLV(name, { id: Number(tag), type: smpp.types.tlv.buffer });
      known.add(name);
      return [[name, Buffer.from(zeroEnded ? `${id}\0` : id, 'ascii')]];
    }),
  );
}

export type EncodedText = {
  /** 0: the SMSC's alphabet, GSM 7 bit with a septet per byte; 8: UCS-2. */
  dataCoding: 0 | 8;
  segments: readonly Buffer[];
};

/** Bytes of a single segment, and of each of several, which need room for a header. */
const room = { 0: { one: 160, many: 153 }, 8: { one: 140, many: 134 } } as const;

export function encodeText(text: string): EncodedText {
  const letters = Array.from(text);
  const codes = letters.map(gsm7Codes);
  const isGsm7 = codes.every((code) => code !== undefined);
  const dataCoding = isGsm7 ? 0 : 8;
  const parts = isGsm7
    ? codes.map((code) => Buffer.from(code ?? []))
    : letters.map((letter) => Buffer.from(letter, 'utf16le').swap16());
  return { dataCoding, segments: segmentsOf(parts, room[dataCoding]) };
}

/** Never splits a letter of several bytes. */
function segmentsOf(
  letters: readonly Buffer[],
  { one, many }: { one: number; many: number },
): Buffer[] {
  const all = Buffer.concat(letters);
  if (all.length <= one) return [all];
  const segments: Buffer[][] = [[]];
  let bytes = 0;
  for (const letter of letters) {
    if (bytes + letter.length > many) {
      segments.push([]);
      bytes = 0;
    }
    segments.at(-1)?.push(letter);
    bytes += letter.length;
  }
  return segments.map((parts) => Buffer.concat(parts));
}

const { errors } = smpp;
const names = new Map(Object.entries(errors).map(([name, status]) => [status, name]));

const busy = new Set([errors['ESME_RTHROTTLED'], errors['ESME_RMSGQFUL']]);
/** Only an invalid number is final; header, template and account can be corrected. */
const final = new Set([errors['ESME_RINVDSTADR']]);

export function outcomeOfStatus(status: number): SendOutcome {
  const reason = names.get(status) ?? `status 0x${status.toString(16)}`;
  if (busy.has(status)) return { kind: 'throttled', reason };
  return { kind: final.has(status) ? 'refusedForGood' : 'refusedForNow', reason };
}
