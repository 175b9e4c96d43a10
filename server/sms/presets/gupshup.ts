import type { Preset } from './preset.ts';

export const gupshup: Preset = {
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
        // Not a phone number.
        { is: 'refusedForGood', status: '200', text: '^error \\| 105\\b' },
        { is: 'refusedForNow', status: '200', text: '^error \\|' },
      ],
      // success | 919876543210 | 3562707498794989059-328736121207676738
      reference: { text: '^success \\|[^|]*\\| *(\\S+)' },
      reason: { text: '^(error \\| \\d+)' },
    },
  },
  // By POST: a form with one field, which has a list of events as JSON in it. By GET: one in the
  // address, with other words, of which an older page has the first letter alone in capitals.
  receipts: {
    reference: 'externalId',
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
