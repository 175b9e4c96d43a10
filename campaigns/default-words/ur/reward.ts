import type { DefaultWords } from '../../public/words.ts';

export const reward: DefaultWords['reward'] = {
  congratulations: 'مبارک ہو!',
  won: 'آپ نے \u2066₹{amount}\u2069 جیتے ہیں',
  voucher: 'آپ کا گفٹ واؤچر 10 دن کے اندر SMS سے آئے گا۔',
  validity: 'یہ 1 سال تک چلے گا۔',
  alreadyThere:
    '{mobile} کا انعام آپ کا ہو چکا ہے: \u2066₹{amount}\u2069۔ اس کا واؤچر SMS سے آئے گا۔',
  voucherStates: {
    owed: 'یہ آپ کے لیے تیار ہو رہا ہے۔',
    sent: 'یہ راستے میں ہے: ہم نے اسے SMS کمپنی کو دے دیا ہے۔',
    delivered: 'SMS آپ کے فون پر پہنچ گیا ہے۔',
    failed:
      'SMS آپ کے فون پر نہیں پہنچا۔ آپ کا واؤچر محفوظ ہے: "ہم سے رابطہ کریں" میں ہم سے پوچھیں۔',
    settled: 'ہم نے اسے آپ کے ساتھ نمٹا دیا ہے۔ کوئی سوال؟ "ہم سے رابطہ کریں" دیکھیں۔',
    notSent: 'آپ کا واؤچر نہیں بھیجا گیا۔ "ہم سے رابطہ کریں" میں ہم سے پوچھیں۔',
  },
  fixedNote: '{state} سے حصہ لینے والے ہر شخص کو \u2066₹{amount}\u2069 کا طے شدہ انعام ملتا ہے۔',
};
