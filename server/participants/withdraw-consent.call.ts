// `users/withdrawConsent/`: a voucher that is owed is still sent; then everything is erased
// (docs/decisions/0024).
import { eraseProven } from './erase-proven.call.ts';
import type { Handler } from '../http/context.ts';

export const withdrawConsent: Handler<'withdrawConsent'> = (call, context) =>
  eraseProven(call, context, { isForfeited: false });
