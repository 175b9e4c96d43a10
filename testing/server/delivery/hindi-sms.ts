import type { Sms } from '@inaam/campaigns/loader/server-campaign.ts';

/** The campaign's SMS as it would have registered them in Hindi. Each takes two SMS. */
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
