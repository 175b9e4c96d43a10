import type { OutgoingSms } from '@inaam/server/sms/provider.ts';
import type { Sms } from '@inaam/campaigns/schema/folder-schema.ts';

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

/** @public The campaign's SMS as it would have registered them in Hindi. Each takes two SMS. */
export const hindiSms = (sms: Sms): Sms => ({
  ...sms,
  language: 'hi',
  otp: {
    ...sms.otp,
    text: '{code} इनाम बिस्किट रिवॉर्ड्स का आपका OTP है। यह {minutes} मिनट तक मान्य है। इसे किसी को न बताएँ।\n\n@{host} #{code}',
  },
  vouchers: Object.fromEntries(
    Object.entries(sms.vouchers).map(([amount, template]) => [
      amount,
      {
        ...template,
        text: `बधाई हो! इनाम बिस्किट रिवॉर्ड्स से आपका रु. ${amount} का गिफ़्ट वाउचर {code} है, जो {validUntil} तक मान्य है।`,
      },
    ]),
  ),
});
