// `users/eraseData/`: erases at once. A voucher that has not been sent yet is forfeited
// (docs/decisions/0024).
import { eraseProven } from './erase-proven.call.ts';
import type { Handler } from '../http/context.ts';

export const eraseData: Handler<'eraseData'> = (call, context) =>
  eraseProven(call, context, { isForfeited: true });
