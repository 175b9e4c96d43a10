import type { Preset } from './preset.ts';

export const exotel: Preset = {
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
    // Mumbai; accounts of Singapore write their own `http` with api.exotel.com.
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
          is: 'refusedForGood',
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
    status: 'Status',
    detail: 'DetailedStatus',
    // Its older pages have `sent` for the last state; its newer ones have `delivered`, and `sent`
    // for what only the operator has.
    delivered: '^(?:delivered\\b(?! DELIVERED_TO_OPERATOR)|sent(?: DELIVERED_TO_HANDSET)?$)',
    failed: {
      number: '^failed (?:FAILED_)?INVALID_(?:MOBILE_)?NUMBER',
      blocked: '^(?:failed_dnd\\b|failed .*(?:DLT|DND|SPAM|BLACKLIST|BLOCKED|INVALID_SENDER))',
      absent: '^(?:expired\\b|failed (?:EXPIRED|FAILED_SUBSCRIBER_UNAVAILABLE))',
      other: '^(?:failed|undelivered)',
    },
    underWay: '^(?:queued|sending|submitted|sent|delivered)\\b',
  },
};
