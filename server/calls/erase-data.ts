// `users/eraseData/`: at once. A voucher that is not sent yet is given up (docs/decisions/0024).
import { eraseProven } from './erase-proven.ts';
import type { Handler } from '../http/context.ts';

export const eraseData: Handler<'eraseData'> = (call, context) =>
  eraseProven(call, context, { isForfeited: true });
