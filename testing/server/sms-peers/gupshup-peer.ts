// https://docs.gupshup.io/docs/send-message-to-single-number, .../getting-started-with-sms-api,
// .../error-codes and .../real-time-delivery-reports, 2026-11-23.
import { isIndianMobile, needsUnicode, wrongNames, type Fate, type SmsPeer } from './peer.ts';

const account = { userid: '2000123456', password: 'pa ss&word' };
const id = '3562707498794989059-328736121207676738';

const error = (code: number, message: string) => ({
  status: 200,
  body: `error | ${code} | ${message}`,
});

/** `eventType` and `cause`; the blank is in the document's example. */
const events: Record<Fate, [string, string, string]> = {
  delivered: ['DELIVERED', 'SUCCESS', '000'],
  underWay: ['SENT', '', ''],
  number: ['FAILED', ' UNKNOWN_SUBSCRIBER', '003'],
  blocked: ['FAILED', 'DND_FAIL', '006'],
  absent: ['FAILED', 'ABSENT_SUBSCRIBER', '001'],
  other: ['FAILED', 'SYSTEM_FAILURE', '005'],
};

export const gupshupPeer: SmsPeer = {
  values: { userid: account.userid },
  secrets: { GUPSHUP_PASSWORD: account.password },
  templates: {},
  reference: id,
  answer({ method, url, headers, body }, state) {
    if (url.pathname !== '/GatewayAPI/rest') return { status: 404, body: '' };
    const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    const sent = method === 'POST' && isForm ? new URLSearchParams(body) : url.searchParams;
    const wrong = wrongNames([...sent.keys()], {
      needed: ['userid', 'password', 'send_to', 'msg', 'method', 'msg_type', 'auth_scheme', 'v'],
      optional: [
        'format',
        'mask',
        'port',
        'timestamp',
        'principalEntityId',
        'dltTemplateId',
        'msg_id',
      ],
    });
    if (wrong !== undefined) return error(101, `The parameter ${wrong}`);
    if (sent.get('userid') !== account.userid || sent.get('password') !== account.password) {
      return error(102, 'Authentication failed due to invalid userId or password.');
    }
    if (sent.get('method')?.toLowerCase() !== 'sendmessage') return error(106, 'The method');
    if (sent.get('v') !== '1.1') return error(107, 'The specified version is invalid.');
    if (sent.get('auth_scheme')?.toLowerCase() !== 'plain') return error(100, 'auth_scheme');
    const type = sent.get('msg_type')?.toLowerCase() ?? '';
    if (!['text', 'unicode_text', 'flash', 'vcard', 'binary'].includes(type)) {
      return error(101, 'The parameter msg_type');
    }
    if (needsUnicode(sent.get('msg')) && type !== 'unicode_text') return error(100, 'msg_type');
    if (!isIndianMobile(sent.get('send_to')) || state === 'badNumber') {
      return error(105, `The phone number "${sent.get('send_to')}" is not a valid phone number`);
    }
    if (state === 'noBalance') return error(100, 'Balance is not sufficient.');
    if (state === 'throttled') return { status: 429, body: '' };
    return { status: 200, body: `success | ${sent.get('send_to')} | ${id}` };
  },
  receipt(fate) {
    const [eventType, cause, errCode] = events[fate];
    const event = {
      externalId: id,
      eventType,
      eventTs: 1_779_428_896_000,
      destAddr: 919_876_543_210,
      srcAddr: 'INAAMB',
      cause,
      errCode,
      channel: 'SMS',
      noOfFrags: 1,
    };
    return {
      contentType: 'application/x-www-form-urlencoded',
      body: new URLSearchParams({ response: JSON.stringify([event]) }).toString(),
    };
  },
};
