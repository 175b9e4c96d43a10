// https://developer.exotel.com/docs/sms-api/api-reference/send-sms, .../docs/sms-support/
// sms-api-errors, .../sms-status-codes, .../unicode-sms and, for the receipt's form,
// https://developer.exotel.com/api-console/send-sms-api-console, 2026-11-23.
import { needsUnicode, wrongNames, type Fate, type SmsPeer } from './peer.ts';

const account = { sid: 'inaam1', key: 'k3y', token: 't0ken' };
const sid = 'd5a8f0c1b2e3445566778899aabbccdd';
const callback = 'https://win.example/sms/receipts/exotel';

const error = (status: number, message: string, code: string) => ({
  status,
  body: JSON.stringify({ RestException: { Status: status, Message: message, Code: code } }),
});

/** `Status`, `DetailedStatus` and its code. */
const statuses: Record<Fate, [string, string, string]> = {
  delivered: ['delivered', 'DELIVERED_TO_HANDSET', '20000'],
  underWay: ['submitted', 'PENDING_ON_OPERATOR', '21020'],
  number: ['failed', 'FAILED_INVALID_NUMBER', '23010'],
  blocked: ['failed', 'FAILED_DLT_TEMPLATE', '30001'],
  absent: ['expired', 'EXPIRED', '23040'],
  other: ['undelivered', 'FAILED_UNKNOWN_ERROR', '24990'],
};

export const exotelPeer: SmsPeer = {
  values: { account: account.sid, receipts: callback },
  secrets: { EXOTEL_KEY: account.key, EXOTEL_TOKEN: account.token },
  templates: {},
  reference: sid,
  answer({ method, url, headers, body }, state) {
    if (method !== 'POST') return error(405, 'Method not allowed', 'METHOD_NOT_ALLOWED');
    if (headers.authorization !== `Basic ${btoa(`${account.key}:${account.token}`)}`) {
      return error(401, 'Authentication failed. Invalid API Key or Token.', 'UNAUTHORIZED');
    }
    if (url.pathname !== `/v1/Accounts/${account.sid}/Sms/send.json`)
      return error(404, 'Not found', 'NOT_FOUND');
    const sent = new URLSearchParams(body);
    const wrong = wrongNames([...sent.keys()], {
      needed: ['From', 'To', 'Body', 'DltEntityId'],
      optional: [
        'EncodingType',
        'StatusCallback',
        'DltTemplateId',
        'SmsType',
        'CustomField',
        'Priority',
      ],
    });
    if (wrong !== undefined) return error(400, wrong, 'BAD_REQUEST');
    const type = sent.get('SmsType') ?? 'transactional';
    if (!['transactional', 'transactional_opt_in', 'promotional'].includes(type)) {
      return error(400, 'Invalid SmsType', 'BAD_REQUEST');
    }
    if (!['plain', 'unicode', null].includes(sent.get('EncodingType'))) {
      return error(400, 'Invalid EncodingType', 'BAD_REQUEST');
    }
    if (needsUnicode(sent.get('Body')) && sent.get('EncodingType') !== 'unicode') {
      return error(400, 'Invalid Body for EncodingType', 'BAD_REQUEST');
    }
    if (!/^\+91[5-9]\d{9}$/.test(sent.get('To') ?? '') || state === 'badNumber') {
      return error(400, `Invalid Recipient [${sent.get('To')}]`, 'BAD_REQUEST');
    }
    if (state === 'noBalance') {
      return error(403, 'Insufficient balance to send the SMS', 'FORBIDDEN');
    }
    if (state === 'throttled') return error(429, 'Too Many Requests', 'TOO_MANY_REQUESTS');
    const message = { Sid: sid, AccountSid: account.sid, Status: 'queued', DetailedStatus: null };
    return { status: 200, body: JSON.stringify({ SMSMessage: message }) };
  },
  receipt(fate) {
    const [Status, DetailedStatus, DetailedStatusCode] = statuses[fate];
    const fields = {
      SmsSid: sid,
      To: '09876543210',
      Status,
      SmsUnits: '1',
      DetailedStatus,
      DetailedStatusCode,
      DateSent: '2026-05-22 09:58:16',
    };
    return {
      contentType: 'application/x-www-form-urlencoded',
      body: new URLSearchParams(fields).toString(),
    };
  },
};
