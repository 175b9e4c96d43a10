// The templates as WhatsApp Manager has them.
const body = (text: string) => ({ type: 'BODY', text });

export const codeTemplate = {
  name: 'inaam_code',
  language: 'en',
  status: 'APPROVED',
  category: 'AUTHENTICATION',
  components: [
    body('*{{1}}* is your verification code.'),
    { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Copy code' }] },
  ],
};

export const voucherTemplate = {
  name: 'inaam_voucher',
  language: 'en',
  status: 'APPROVED',
  category: 'UTILITY',
  components: [body('Rs. {{1}}: {{2}}, until {{3}}.')],
};
