import type { WhatsApp } from '../campaign.ts';

export const choice: WhatsApp = {
  first: 'whatsapp',
  waitSeconds: 3,
  code: { template: 'inaam_code', language: 'en' },
  voucher: {
    template: 'inaam_voucher',
    language: 'en',
    parameters: ['amount', 'code', 'validUntil'],
  },
};
