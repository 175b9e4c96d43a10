import { httpProvider } from '../gateway/http-provider.ts';
import type { SmsPathConfig } from './path-schema.ts';
import type { SmsPathOptions } from './sms-path.ts';

const kinds = { codes: 'otp', vouchers: 'voucher' } as const;

export const openPaths = (configs: readonly SmsPathConfig[]): SmsPathOptions[] =>
  configs.map(({ name, sends, gateway, values, inFlight, perSecond, sendMs, hasReceipts }) => ({
    name,
    sends: sends.map((kind) => kinds[kind]),
    provider: httpProvider(gateway, values),
    limits: { inFlight, perSecond },
    sendMs,
    hasReceipts,
  }));
