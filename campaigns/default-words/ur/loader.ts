import type { LoaderWords } from '../../public/words.ts';

export const loader: LoaderWords = {
  startingSession: 'شروع ہو رہا ہے...',
  loading: 'کھل رہا ہے...',
  verifyingOtp: 'OTP کی تصدیق ہو رہی ہے...',
  resendingOtp: 'OTP پھر بھیجا جا رہا ہے...',
  gettingStates: 'ریاستوں کی فہرست آ رہی ہے',
  savingDetails: 'تفصیلات محفوظ ہو رہی ہیں...',
  fetchingDetails: 'تفصیلات آ رہی ہیں...',
  busy: 'اس وقت بہت بھیڑ ہے۔ براہ کرم رکیں: یہ خود آگے بڑھے گا۔',
};
