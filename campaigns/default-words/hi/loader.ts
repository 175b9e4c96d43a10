import type { LoaderWords } from '../../public/words.ts';

export const loader: LoaderWords = {
  startingSession: 'शुरू हो रहा है...',
  loading: 'लोड हो रहा है...',
  verifyingOtp: 'OTP जाँचा जा रहा है...',
  resendingOtp: 'OTP फिर भेजा जा रहा है...',
  gettingStates: 'राज्यों की सूची आ रही है',
  savingDetails: 'जानकारी सेव हो रही है...',
  fetchingDetails: 'जानकारी आ रही है...',
  busy: 'इस समय साइट पर बहुत भीड़ है। कृपया थोड़ा रुकें, यह अपने आप आगे बढ़ेगा।',
};
