import type { SmsProvider } from '../provider.ts';
import type { SmsPathOptions } from './sms-path.ts';

/** The only path, for all messages and without limits, as the mailbox is. */
export const singlePath = (provider: SmsProvider): SmsPathOptions => ({
  name: 'mailbox',
  sends: ['otp', 'voucher'],
  provider,
});
