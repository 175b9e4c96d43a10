// https://docs.msg91.com/sms/send-sms, https://control.msg91.com/apidoc/textsms/send-sms-flow.php,
// https://msg91.com/help/how-can-i-get-the-delivery-reports-on-my-webhook-url, 2026-11-23, and
// https://msg91.com/help/text-sms/custom-metadata-parameters-for-tracking-sms-requests, 2026-11-26.
import * as z from 'zod';
import { isIndianMobile, wrongNames, type Fate, type SmsPeer } from './peer.ts';

const authkey = '44551A2b3C';
const templateId = '65f0c1d2e3f4a5b6c7d8e9f0';
const requestId = '346b6a6f7a7a393130313330';

const error = (message: string, status = 400) => ({
  status,
  body: JSON.stringify({ message, type: 'error' }),
});

const bodyShape = z.looseObject({
  template_id: z.string(),
  recipients: z.array(z.record(z.string(), z.string())).min(1),
});

/** `status` and `desc` of its receipts, from the table in its help. */
const statuses: Partial<Record<Fate, [string, string]>> = {
  delivered: ['1', 'DELIVERED'],
  underWay: ['5', 'PENDING'],
  blocked: ['17', 'BLOCKED NUMBER'],
  other: ['2', 'FAILED'],
};

export const msg91Peer: SmsPeer = {
  values: {},
  secrets: { MSG91_AUTHKEY: authkey },
  templates: { '1107000000000000003': templateId },
  reference: requestId,
  answer({ method, url, headers, body }, account) {
    // One document has a trailing slash.
    if (method !== 'POST' || !/^\/api\/v5\/flow\/?$/.test(url.pathname)) {
      return error('Not found', 404);
    }
    if (headers['authkey'] !== authkey) return error('Invalid authkey', 401);
    if (headers['content-type'] !== 'application/json') return error('Invalid content type');
    const sent = bodyShape.safeParse(JSON.parse(body));
    if (!sent.success) return error('Invalid body');
    const wrong = wrongNames(Object.keys(sent.data), {
      needed: ['template_id', 'recipients'],
      optional: ['short_url', 'short_url_expiry', 'realTimeResponse', 'CRQID', 'sender', 'unicode'],
    });
    if (wrong !== undefined) return error(wrong);
    const { unicode = '0', CRQID = '0' } = sent.data;
    if (!/^[\w.-]{1,80}$/.test(String(CRQID))) return error('Invalid CRQID');
    if (unicode !== '0' && unicode !== '1') return error('Invalid unicode');
    if (sent.data.template_id !== templateId) return error('template id is invalid');
    const [recipient = {}] = sent.data.recipients;
    // The template of this account has one variable; without it the SMS would have a gap.
    const gap = wrongNames(Object.keys(recipient), { needed: ['mobiles', 'code'], optional: [] });
    if (gap !== undefined) return error(gap);
    if (!isIndianMobile(recipient['mobiles']) || account === 'badNumber') {
      return error('Invalid mobile number');
    }
    if (account === 'noBalance') return error('Insufficient balance', 200);
    if (account === 'throttled') return error('Too many requests', 429);
    return { status: 200, body: JSON.stringify({ message: requestId, type: 'success' }) };
  },
  receipt(fate) {
    const found = statuses[fate];
    if (!found) return undefined;
    const [status, desc] = found;
    return {
      contentType: 'application/json',
      body: JSON.stringify({
        date: '2026-05-22 09:58:16',
        number: '919876543210',
        senderId: 'INAAMB',
        amount: '0.01',
        requestId,
        INMSID: '0',
        CRQID: '0',
        credit: '1',
        userId: '270000',
        campaignName: 'Sendhttp',
        status,
        desc,
      }),
    };
  },
};
