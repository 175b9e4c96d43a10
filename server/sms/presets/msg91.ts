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
      // Comes back in version 4 of its webhook, which has no other reference.
      CRQID: '{reference}',
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
  // Version 2 of its webhook is a form of one field, with a list of requests, each with a list of
  // reports, as JSON in it; version 3 is one report. Both have numbers. Version 4 is a list of
  // events with a list of messages each, and `meta` is our CRQID. In the new webhook the account
  // names the fields. Its words of the states are from its help, in either case.
  receipts: {
    reference: ['requestId', 'meta'],
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
