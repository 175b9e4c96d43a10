import type { Preset } from './preset.ts';

/**
 * A Kannel of one's own, which speaks to an operator by SMPP. Tried with 1.4.5 of Debian 12
 * (testing/kannel).
 */
export const kannel: Preset = {
  documents: ['https://www.kannel.org/userguide.shtml'],
  readOn: '2026-11-23',
  gateway: {
    address: '{value.address}',
    headers: {
      'x-kannel-username': '{value.username}',
      'x-kannel-password': '{secret.KANNEL_PASSWORD}',
      'x-kannel-from': '{headerId}',
      'x-kannel-to': '91{mobile}',
      'x-kannel-charset': 'UTF-8',
      'x-kannel-coding': '{encoding}',
      // The names of the two smpp-tlv groups in kannel.conf.
      'x-kannel-meta-data': '?smpp?dlt_entity={entityId}&dlt_template={templateId}&',
      // Delivered to the phone (1), not delivered (2), refused by the operator (16).
      'x-kannel-dlr-mask': '19',
      'x-kannel-dlr-url': '{value.receipts}?reference={reference}&status=%d',
    },
    text: '{text}',
    encoding: { gsm7: '0', ucs2: '2' },
    answer: { rules: [{ is: 'accepted', status: '202' }] },
  },
  // Fetched with GET, as `dlr-url` says.
  receipts: {
    reference: 'reference',
    status: 'status',
    delivered: '^1$',
    // Newer ones than 1.4.5 tell an expired message (34) and an unknown end (66) from others.
    failed: { blocked: '^16$', absent: '^34$', other: '^(?:2|66)$' },
    underWay: '^[048]$',
  },
};
