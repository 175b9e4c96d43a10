// What is mutated, by area, and which tests have to notice. Listed is what unit tests reach; SQL,
// programs and sockets are tested from outside.
const inFolder = (folder: string, names: readonly string[]) =>
  names.map((name) => `${folder}/${name}.ts`);
const rules = (...names: string[]) => inFolder('server/rules', names);
const sms = (...names: string[]) => inFolder('server/sms', names);

export type Area = {
  readonly name: string;
  readonly files: readonly string[];
  /** Globs of test files. */
  readonly tests: readonly string[];
};

export const areas: readonly Area[] = [
  {
    name: 'money',
    files: [
      ...rules(
        'draw/admission',
        'draw/amendment',
        'draw/budget-alarm',
        'draw/canonical',
        'draw/commitment',
        'draw/draw-parts',
        'draw/draw',
        'draw/ledger',
        'draw/promise',
        'draw/released-blocks',
        'draw/reward',
      ),
      ...rules('period', 'delivery/stock-forecast', 'delivery/voucher-validity'),
    ],
    tests: [
      'server/rules/draw/{amendment,budget-alarm,commitment,draw-parts,draw}.test.ts',
      'server/rules/draw/{ledger,promise,released-blocks,reward}.test.ts',
      'server/rules/{period,delivery/stock-forecast,delivery/voucher-validity}.test.ts',
    ],
  },
  {
    name: 'codes',
    files: [
      ...inFolder('server/rules/codes', ['guarded-mobile', 'mobile-status', 'request-code']),
      'server/codes/try-code.rules.ts',
      'server/platform/one-time-code.ts',
    ],
    tests: [
      'server/rules/codes/{codes,guarded-mobile,mobile-status,prove-number}.test.ts',
      'server/rules/codes/{request-code,try-code}.test.ts',
      'server/platform/one-time-code.test.ts',
    ],
  },
  {
    name: 'signing',
    files: [
      ...inFolder('contract', ['base64', 'envelope', 'signing']),
      ...inFolder('server/keys', ['keys', 'personal-data', 'seal-contexts', 'seal']),
    ],
    tests: [
      'contract/{envelope,signing}.test.ts',
      'server/keys/{keys,personal-data,seal-contexts,seal}.test.ts',
    ],
  },
  {
    name: 'proofs',
    files: ['contract/proof-of-work.ts', 'server/platform/proof-of-work.ts'],
    tests: ['{contract,server/keys}/proof-of-work.test.ts'],
  },
  {
    name: 'limits',
    files: [
      ...rules('codes/rate-limits', 'codes/send-budget', 'codes/send-counters'),
      'contract/fields.ts',
    ],
    tests: [
      'server/rules/codes/{codes,rate-limits,send-budget}.test.ts',
      'contract/fields.test.ts',
    ],
  },
  {
    name: 'delivery',
    files: [
      ...rules('delivery/sms-fallback', 'delivery/webhook-retry'),
      ...sms('http/parse-json', 'http/read-answer', 'http/json-path'),
      ...sms('paths/breaker', 'paths/pacing', 'paths/sms-path'),
      ...sms('receipts/receipt-hook', 'receipts/receipt', 'send-with-limit', 'redact-reason'),
      'server/sms/smpp/bind-backoff.ts',
      ...inFolder('server/webhooks', ['event-body', 'signature']),
      'server/platform/constant-time-equal.ts',
    ],
    tests: [
      'server/rules/delivery/{sms-fallback,webhook-retry}.test.ts',
      'server/sms/{send-with-limit,redact-reason,http/parse-json,http/read-answer}.test.ts',
      'server/sms/{paths/breaker,paths/pacing,paths/sms-path,receipts/receipt-hook}.test.ts',
      'server/sms/smpp/bind-backoff.test.ts',
      'server/webhooks/{event-body,signature}.test.ts',
    ],
  },
  {
    name: 'providers',
    files: [
      ...sms('http/fill-request', 'paths/placeholders', 'smpp/encode-text', 'smpp/message-id'),
      ...sms('smpp/pdu', 'smpp/smpp-receipt', 'smpp/status-outcome', 'smpp/submit-pdus'),
    ],
    tests: [
      'server/sms/{http/fill-request,paths/placeholders}.test.ts',
      'server/sms/smpp/{encode-text,message-id,smpp-receipt}.test.ts',
      'server/sms/smpp/{status-outcome,submit-pdus}.test.ts',
    ],
  },
  {
    name: 'addresses',
    files: ['server/sms/paths/private-host.ts', 'server/platform/private-address.ts'],
    tests: ['server/sms/paths/private-host.test.ts', 'server/platform/private-address.test.ts'],
  },
];
