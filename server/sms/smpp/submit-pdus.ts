import smpp, { type PDU } from 'smpp';
import type { OutgoingSms } from '../provider.ts';
import { encodeText } from './encode-text.ts';
import type { SmppGateway } from './smpp-schema.ts';

/** The receipt of the last state is asked for. */
const receiptWanted = 1;
const udhIndicator = 0x40;

/**
 * One for each segment.
 * @param reference of the message, the same in all of its segments: 0 to 255
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

/** The package writes parameters of an operator's own range by a name that it was given. */
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
