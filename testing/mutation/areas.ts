// What is mutated, by area, and the tests that must notice. Only code that unit tests reach; SQL,
// programs and sockets are tested from outside.
export type Area = {
  readonly name: string;
  /** Globs. */
  readonly files: readonly string[];
  /** Globs of test files. */
  readonly tests: readonly string[];
};

export const areas: readonly Area[] = [
  {
    name: 'money',
    files: [
      'server/draw/*.rules.ts',
      'server/draw/amendments/amendment.rules.ts',
      'server/platform/period.rules.ts',
      'server/vouchers/*.rules.ts',
    ],
    tests: ['server/{draw,vouchers}/**/*.rules.test.ts', 'server/platform/period.rules.test.ts'],
  },
  {
    name: 'codes',
    files: [
      'server/codes/{guarded-mobile,request-code,try-code}.rules.ts',
      'server/platform/one-time-code.ts',
    ],
    tests: ['server/codes/*.rules.test.ts', 'server/platform/one-time-code.test.ts'],
  },
  {
    name: 'signing',
    files: [
      'contract/{base64,envelope,signing}.ts',
      'server/platform/{keys,personal-data,seal}.ts',
    ],
    tests: [
      'contract/{envelope,signing}.test.ts',
      'server/platform/{keys,personal-data,seal-contexts,seal}.test.ts',
    ],
  },
  {
    name: 'proofs',
    files: ['{contract,server/platform}/proof-of-work.ts'],
    tests: ['{contract,server/platform}/proof-of-work.test.ts'],
  },
  {
    name: 'limits',
    files: ['server/codes/{rate-limits,send-budget}.rules.ts', 'contract/fields.ts'],
    tests: ['server/codes/*.rules.test.ts', 'contract/fields.test.ts'],
  },
  {
    name: 'delivery',
    files: [
      'server/messages/delivery-limits.rules.ts',
      'server/messages/webhooks/post.ts',
      'server/sms/provider.ts',
      'server/sms/gateway/read-answer.ts',
      'server/sms/paths/sms-path.ts',
      'server/sms/receipts/{receipt-hook,receipt-schema}.ts',
    ],
    tests: [
      'server/messages/*.rules.test.ts',
      'server/messages/webhooks/{event-body,post,signature}.test.ts',
      'server/sms/provider.test.ts',
      'server/sms/{gateway,paths,receipts}/*.test.ts',
    ],
  },
  {
    name: 'providers',
    files: [
      'server/sms/gateway/http-provider.ts',
      'server/sms/paths/placeholders.ts',
      'server/sms/smpp/{pdu,smpp-receipt,smpp-provider}.ts',
    ],
    tests: ['server/sms/{gateway,paths,smpp}/*.test.ts'],
  },
  {
    name: 'addresses',
    files: ['server/sms/paths/path-problems.ts', 'server/platform/addresses.ts'],
    tests: ['server/sms/paths/read-path-file.test.ts', 'server/platform/addresses.test.ts'],
  },
];
