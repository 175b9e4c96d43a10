/** About 2,500,000 codes. */
export const uploadBytesMax = 100 * 1024 * 1024;

export const voucherUpload = {
  name: 'voucher-upload',
  auditWords: {
    'console vouchers check': 'Checked a file of voucher codes',
    'console vouchers load': 'Loaded voucher codes',
  },
  uploadBytesMax,
};
