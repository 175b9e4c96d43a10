import smpp, { type PDU } from 'smpp';
import type { OutgoingSms, SendOutcome } from '../provider.ts';
import type { SmppGateway } from './smpp-schema.ts';
import { gsm7Codes } from '@inaam/campaigns/sms/segments.ts';

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
    if (total === 1) return submit({ ...common, short_message: segment });
    if (gateway.long === 'sar') {
      return submit({
        ...common,
        short_message: segment,
        sar_msg_ref_num: reference,
        sar_total_segments: total,
        sar_segment_seqnum: at + 1,
      });
    }
    const header = Buffer.from([5, 0, 3, reference, total, at + 1]);
    return submit({
      ...common,
      esm_class: udhIndicator,
      short_message: Buffer.concat([header, segment]),
    });
  });
}

const submit = (parameters: Record<string, unknown>) => new smpp.PDU('submit_sm', parameters);

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
