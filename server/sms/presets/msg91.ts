import type { Preset } from './preset.ts';

/**
 * Flow: MSG91 has the text, and gets the variables; `templates` has its id of each template. Of the
 * first document only its example and its fields were at hand, as others quote them; of the last
 * one not the words of `status`; the two others were read.
 */
export const msg91: Preset = {
  documents: [
    'https://docs.msg91.com/sms/send-sms',
    'https://control.msg91.com/apidoc/textsms/send-sms-flow.php',
    'https://msg91.com/help/how-can-i-get-the-delivery-reports-on-my-webhook-url',
    'https://msg91.com/help/webhook-new/how-to-receive-sms-delivery-reports-via-webhook-new',
  ],
  readOn: '2026-11-25',
  gateway: {
    address: 'https://control.msg91.com/api/v5/flow/',
    headers: { authkey: '{secret.MSG91_AUTHKEY}' },
    json: {
      // `flow_id` in its older document.
      template_id: '{providerTemplate}',
      short_url: '0',
      sender: '{headerId}',
      // In its older document only, as is `sender`; of a template in English it is left out.
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
  // Version 3 of its webhook has numbers. In the new one the account names the fields, and the
  // status is a word.
  receipts: {
    reference: 'requestId',
    status: 'status',
    detail: 'desc',
    delivered: '^(?:1|[Dd]elivered|DELIVERED)\\b',
    failed: {
      blocked: '^(?:9|16|17|25|NDNC|[Rr]ejected|REJECTED|[Bb]locked|BLOCKED)\\b',
      other: '^(?:2|[Ff]ailed|FAILED)\\b',
    },
  },
};
