// What is mutated, by area, and which tests have to notice. Listed is what unit tests reach; SQL,
// programs and sockets are tested from outside.
const inFolder = (folder: string, names: readonly string[]) =>
  names.map((name) => `${folder}/${name}.ts`);
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
      ...inFolder('server/draw', [
        'admission.rules',
        'budget-alarm.rules',
        'canonical.rules',
        'commitment.rules',
        'draw-parts.rules',
        'draw.rules',
        'ledger.rules',
        'promise.rules',
        'released-blocks.rules',
        'reward.rules',
      ]),
      'server/draw/amendments/amendment.rules.ts',
      'server/platform/period.rules.ts',
      ...inFolder('server/vouchers', ['stock-forecast.rules', 'voucher-validity.rules']),
    ],
    tests: ['server/{draw,vouchers}/**/*.rules.test.ts', 'server/platform/period.rules.test.ts'],
  },
  {
    name: 'codes',
    files: [
      ...inFolder('server/codes', ['guarded-mobile.rules', 'mobile-status.rules']),
      ...inFolder('server/codes', ['request-code.rules', 'try-code.rules']),
      'server/platform/one-time-code.ts',
    ],
    tests: ['server/codes/*.rules.test.ts', 'server/platform/one-time-code.test.ts'],
  },
  {
    name: 'signing',
    files: [
      ...inFolder('contract', ['base64', 'envelope', 'signing']),
      ...inFolder('server/platform', ['keys', 'personal-data', 'seal-contexts', 'seal']),
    ],
    tests: [
      'contract/{envelope,signing}.test.ts',
      'server/platform/{keys,personal-data,seal-contexts,seal}.test.ts',
    ],
  },
  {
    name: 'proofs',
    files: ['contract/proof-of-work.ts', 'server/platform/proof-of-work.ts'],
    tests: ['{contract,server/platform}/proof-of-work.test.ts'],
  },
  {
    name: 'limits',
    files: [
      ...inFolder('server/codes', ['rate-limits.rules', 'send-budget.rules']),
      'server/codes/send-budget.rules.ts',
      'contract/fields.ts',
    ],
    tests: ['server/codes/*.rules.test.ts', 'contract/fields.test.ts'],
  },
  {
    name: 'delivery',
    files: [
      ...inFolder('server/messages', ['sms-fallback.rules', 'webhook-retry.rules']),
      ...sms('gateway/parse-json', 'gateway/read-answer', 'gateway/json-path'),
      ...sms('paths/breaker', 'paths/pacing', 'paths/sms-path'),
      ...sms('receipts/receipt-hook', 'receipts/receipt', 'send-with-limit', 'redact-reason'),
      'server/sms/smpp/smpp-link.ts',
      ...inFolder('server/messages/webhooks', ['event-body', 'signature']),
      'server/platform/constant-time-equal.ts',
    ],
    tests: [
      'server/messages/*.rules.test.ts',
      'server/sms/{send-with-limit,redact-reason,gateway/parse-json,gateway/read-answer}.test.ts',
      'server/sms/{paths/breaker,paths/pacing,paths/sms-path,receipts/receipt-hook}.test.ts',
      'server/sms/smpp/bind-backoff.test.ts',
      'server/messages/webhooks/{event-body,signature}.test.ts',
    ],
  },
  {
    name: 'providers',
    files: [
      ...sms('gateway/fill-request', 'paths/placeholders', 'smpp/encode-text', 'smpp/message-id'),
      ...sms('smpp/pdu', 'smpp/smpp-receipt', 'smpp/status-outcome', 'smpp/submit-pdus'),
    ],
    tests: [
      'server/sms/{gateway/fill-request,paths/placeholders}.test.ts',
      'server/sms/smpp/{encode-text,message-id,smpp-receipt}.test.ts',
      'server/sms/smpp/{status-outcome,submit-pdus}.test.ts',
    ],
  },
  {
    name: 'addresses',
    files: ['server/sms/paths/private-host.ts', 'server/platform/addresses.ts'],
    tests: ['server/sms/paths/private-host.test.ts', 'server/platform/private-address.test.ts'],
  },
];
