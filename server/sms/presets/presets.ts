import type * as z from 'zod';
import type { httpGatewaySchema } from '../gateway/gateway-schema.ts';
import type { ReceiptFields } from '../receipts/receipt-schema.ts';

/** A provider's HTTP interface, from its public documents. */
export type Preset = {
  /** Where and when it was read. */
  documents: readonly string[];
  readOn: string;
  gateway: z.input<typeof httpGatewaySchema>;
  receipts: ReceiptFields;
};

const exotel: Preset = {
  documents: [
    'https://developer.exotel.com/api/sms',
    'https://developer.exotel.com/docs/sms-api/api-reference/send-sms',
    'https://developer.exotel.com/docs/sms-support/sms-api-errors',
    'https://developer.exotel.com/docs/sms-support/unicode-sms',
    'https://developer.exotel.com/docs/sms-support/sms-status-codes',
    'https://developer.exotel.com/api-console/send-sms-api-console',
    'https://support.exotel.com/support/solutions/articles/48282-sending-an-sms',
  ],
  readOn: '2026-11-23',
  gateway: {
    // Mumbai; Singapore accounts write their own `http` with api.exotel.com.
    address: 'https://api.in.exotel.com/v1/Accounts/{value.account}/Sms/send.json',
    basic: { user: '{secret.EXOTEL_KEY}', password: '{secret.EXOTEL_TOKEN}' },
    form: {
      From: '{headerId}',
      To: '+91{mobile}',
      Body: '{text}',
      EncodingType: '{encoding}',
      SmsType: '{category}',
      DltEntityId: '{entityId}',
      DltTemplateId: '{templateId}',
      CustomField: '{reference}',
      StatusCallback: '{value.receipts}',
    },
    encoding: { gsm7: 'plain', ucs2: 'unicode' },
    categories: {
      transactional: 'transactional',
      'service-implicit': 'transactional',
      'service-explicit': 'transactional_opt_in',
      promotional: 'promotional',
    },
    answer: {
      rules: [
        { is: 'accepted', status: ['200', '202'], json: { 'SMSMessage.Sid': '.' } },
        {
          is: 'refusedPermanently',
          status: '400',
          json: { 'RestException.Message': '^Invalid Recipient' },
        },
      ],
      reference: { json: 'SMSMessage.Sid' },
      reason: { json: 'RestException.Code' },
    },
  },
  receipts: {
    reference: 'SmsSid',
    number: 'To',
    status: 'Status',
    detail: 'DetailedStatus',
    // Older pages use `sent` for the last state. Newer ones use `delivered`, and `sent` for
    // messages that have only reached the operator.
    delivered: '^(?:delivered\\b(?! DELIVERED_TO_OPERATOR)|sent(?: DELIVERED_TO_HANDSET)?$)',
    failed: {
      number: '^failed (?:FAILED_)?INVALID_(?:MOBILE_)?NUMBER',
      blocked: '^(?:failed[-_ ]dnd\\b|failed .*(?:DLT|DND|SPAM|BLACKLIST|BLOCKED|INVALID_SENDER))',
      absent: '^(?:expired\\b|failed (?:EXPIRED|FAILED_SUBSCRIBER_UNAVAILABLE))',
      other: '^(?:failed|undelivered)',
    },
    underWay: '^(?:queued|sending|submitted|sent|delivered)\\b',
  },
};

const gupshup: Preset = {
  documents: [
    'https://docs.gupshup.io/docs/send-message-to-single-number',
    'https://docs.gupshup.io/docs/getting-started-with-sms-api',
    'https://docs.gupshup.io/docs/error-codes',
    'https://docs.gupshup.io/docs/real-time-delivery-reports',
  ],
  readOn: '2026-11-26',
  gateway: {
    address: 'https://enterprise.smsgupshup.com/GatewayAPI/rest',
    form: {
      method: 'SendMessage',
      v: '1.1',
      auth_scheme: 'plain',
      format: 'text',
      msg_type: '{encoding}',
      userid: '{value.userid}',
      password: '{secret.GUPSHUP_PASSWORD}',
      send_to: '91{mobile}',
      msg: '{text}',
      mask: '{headerId}',
      principalEntityId: '{entityId}',
      dltTemplateId: '{templateId}',
    },
    encoding: { gsm7: 'TEXT', ucs2: 'Unicode_text' },
    answer: {
      rules: [
        { is: 'accepted', status: '200', text: '^success \\|' },
        // Error 105: not a phone number.
        { is: 'refusedPermanently', status: '200', text: '^error \\| 105\\b' },
        { is: 'refusedForNow', status: '200', text: '^error \\|' },
      ],
      // success | 919876543210 | 3562707498794989059-328736121207676738
      reference: { text: '^success \\|[^|]*\\| *(\\S+)' },
      reason: { text: '^(error \\| \\d+)' },
    },
  },
  // By POST, a form with one field that contains a list of events as JSON. By GET, one event in the
  // address, with other words; an older page capitalizes only their first letter.
  receipts: {
    reference: 'externalId',
    number: ['destAddr', 'phoneNo'],
    status: ['eventType', 'status'],
    detail: 'cause',
    delivered: '^(?i:delivered|success)\\b',
    failed: {
      number: '^(?i:failed|failure) +UNKNOWN_SUBSCRIBER',
      blocked: '^(?i:failed|failure) +(?:CALL_BARRED|DND|BLOCKED|OUTSIDE_WORKING_HOURS)',
      absent: '^(?i:failed|failure) +ABSENT_SUBSCRIBER',
      other: '^(?i:fail)',
    },
    underWay: '^(?i:sent|submitted|unknown)\\b',
  },
};

/** A Kannel of your own that sends to an operator by SMPP. Tested with 1.4.5 of Debian 12. */
const kannel: Preset = {
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
  // Sent by GET, as `dlr-url` says.
  receipts: {
    reference: 'reference',
    status: 'status',
    delivered: '^1$',
    // Versions after 1.4.5 distinguish expired messages (34) and unknown ends (66).
    failed: { blocked: '^16$', absent: '^34$', other: '^(?:2|66)$' },
    underWay: '^[048]$',
  },
};

/**
 * Flow: MSG91 stores the text and gets only the variables; `templates` has its id of each template.
 * The first document was available only as an example and fields quoted by others; the last one
 * lacks the words of `status`; the two others were read.
 */
const msg91: Preset = {
  documents: [
    'https://docs.msg91.com/sms/send-sms',
    'https://control.msg91.com/apidoc/textsms/send-sms-flow.php',
    'https://msg91.com/help/how-can-i-get-the-delivery-reports-on-my-webhook-url',
    'https://msg91.com/help/webhook-new/how-to-receive-sms-delivery-reports-via-webhook-new',
    'https://msg91.com/help/text-sms/custom-metadata-parameters-for-tracking-sms-requests',
    'https://msg91.com/help/delivery-report',
  ],
  readOn: '2026-11-26',
  gateway: {
    address: 'https://control.msg91.com/api/v5/flow/',
    headers: { authkey: '{secret.MSG91_AUTHKEY}' },
    json: {
      // `flow_id` in its older document.
      template_id: '{providerTemplate}',
      short_url: '0',
      // Version 4 of the webhook returns it; it has no other reference.
      CRQID: '{reference}',
      sender: '{headerId}',
      // Only in the older document, like `sender`; omitted for a template in English.
      unicode: '{encoding}',
      recipients: [
        {
          mobiles: '91{mobile}',
          code: '{variable.code}',
          validUntil: '{variable.validUntil}',
        },
      ],
    },
    encoding: { ucs2: '1' },
    answer: {
      rules: [
        { is: 'accepted', status: '200', json: { type: '^success$' } },
        { is: 'refusedForNow', status: ['200-428', '430-499'], json: { type: '^error$' } },
      ],
      reference: { json: 'message' },
      reason: { json: 'message' },
    },
  },
  // Version 2 of the webhook is a form of one field that contains a list of requests as JSON, each
  // with a list of reports; version 3 is one report. Both have numbers. Version 4 is a list of
  // events with a list of messages each, and `meta` is our CRQID. In the new webhook the account
  // names the fields. The words of the states are from its help, in upper or lower case.
  receipts: {
    reference: ['requestId', 'meta'],
    number: ['number', 'mobile'],
    status: ['status', 'event'],
    detail: ['desc', 'description', 'failedReason', 'failureReason'],
    delivered: '^(?:1\\b|(?i:delivered)\\b)',
    failed: {
      blocked: '^(?:9|16|17|25)\\b|\\b(?i:ndnc|rejected|blocked)\\b',
      other: '^(?:2\\b|(?:\\d+ )?(?i:(?:auto[ -]?)?failed|undelivered|expired)\\b)',
    },
    underWay: '^(?:[0568]\\b|(?:\\d+ )?(?i:submitted|sent|pending|queued)\\b)',
  },
};

export const presetNames = ['msg91', 'gupshup', 'exotel', 'kannel'] as const;

export const presets: Readonly<Record<(typeof presetNames)[number], Preset>> = {
  msg91,
  gupshup,
  exotel,
  kannel,
};
