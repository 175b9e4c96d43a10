import type { LoaderWords } from '../../public/words.ts';

export const loader: LoaderWords = {
  startingSession: 'ਸ਼ੁਰੂ ਹੋ ਰਿਹਾ ਹੈ...',
  loading: 'ਲੋਡ ਹੋ ਰਿਹਾ ਹੈ...',
  verifyingOtp: 'OTP ਵੈਰੀਫਾਈ ਹੋ ਰਿਹਾ ਹੈ...',
  resendingOtp: 'OTP ਫਿਰ ਭੇਜਿਆ ਜਾ ਰਿਹਾ ਹੈ...',
  gettingStates: 'ਸੂਬਿਆਂ ਦੀ ਸੂਚੀ ਆ ਰਹੀ ਹੈ',
  savingDetails: 'ਜਾਣਕਾਰੀ ਸੇਵ ਹੋ ਰਹੀ ਹੈ...',
  fetchingDetails: 'ਜਾਣਕਾਰੀ ਆ ਰਹੀ ਹੈ...',
  busy: 'ਇਸ ਵੇਲੇ ਸਾਈਟ ਉੱਤੇ ਬਹੁਤ ਭੀੜ ਹੈ। ਕਿਰਪਾ ਕਰਕੇ ਥੋੜ੍ਹਾ ਰੁਕੋ: ਇਹ ਆਪਣੇ ਆਪ ਅੱਗੇ ਵਧੇਗਾ।',
};
