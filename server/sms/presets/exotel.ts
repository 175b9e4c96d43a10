import type { Preset } from './preset.ts';

export const exotel: Preset = {
  documents: [
    'https://developer.exotel.com/api/sms',
    'https://developer.exotel.com/docs/sms-api/api-reference/send-sms',
    'https://developer.exotel.com/docs/sms-support/sms-api-errors',
  ],
  readOn: '2026-11-22',
  gateway: {
    // Mumbai; accounts of Singapore write their own `http` with api.exotel.com.
    address: 'https://api.in.exotel.com/v1/Accounts/{value.account}/Sms/send.json',
    basic: { user: '{secret.EXOTEL_KEY}', password: '{secret.EXOTEL_TOKEN}' },
    form: {
      From: '{headerId}',
      To: '+91{mobile}',
      Body: '{text}',
      EncodingType: 'plain',
      SmsType: 'transactional',
      DltEntityId: '{entityId}',
      DltTemplateId: '{templateId}',
      CustomField: '{reference}',
      StatusCallback: '{value.receipts}',
    },
    answer: {
      rules: [{ is: 'accepted', status: ['200', '202'], json: { 'SMSMessage.Sid': '.' } }],
      reference: { json: 'SMSMessage.Sid' },
      reason: { json: 'RestException.Code' },
    },
  },
  receipts: {
    reference: 'SmsSid',
    status: 'Status',
    detail: 'DetailedStatus',
    delivered: '^sent\\b',
    failed: { blocked: '^failed_dnd', other: '^failed' },
  },
};
