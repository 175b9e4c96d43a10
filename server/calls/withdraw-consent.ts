// `users/withdrawConsent/`: nothing more is done with the person's data than to send a voucher that
// is owed; then it is erased (docs/decisions/0024).
import { eraseProven } from './erase-proven.ts';
import type { Handler } from '../http/context.ts';

export const withdrawConsent: Handler<'withdrawConsent'> = (call, context) =>
  eraseProven(call, context, { isForfeited: false });
