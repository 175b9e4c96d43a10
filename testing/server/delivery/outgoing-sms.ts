import type { OutgoingSms } from '@inaam/server/sms/provider.ts';

export const outgoingSms: OutgoingSms = {
  id: '0197b1c2-0000-7000-8000-000000000001',
  to: '9876543210',
  text: 'Your Rs. 5 voucher is "ABCD-EFGH".\n\n@win.example',
  variables: { code: 'ABCD-EFGH' },
  template: {
    entityId: '1101000000000000000',
    headerId: 'INAAMB',
    templateId: '1107000000000000003',
  },
  category: 'service-implicit',
};
