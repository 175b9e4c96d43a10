import type { ServerPlugin } from '../server-plugin.ts';
import { voucherUpload as upload } from './contract.ts';
import { addVoucherUpload } from './server/voucher-upload.call.ts';

export const voucherUpload = {
  uploads: { minutesMax: upload.minutesMax, add: addVoucherUpload },
} satisfies ServerPlugin;
