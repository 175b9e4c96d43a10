import type { LoaderWords } from '../../public/words.ts';

export const loader: LoaderWords = {
  startingSession: 'શરૂ થઈ રહ્યું છે...',
  loading: 'લોડ થઈ રહ્યું છે...',
  verifyingOtp: 'OTP ચકાસીએ છીએ...',
  resendingOtp: 'OTP ફરી મોકલીએ છીએ...',
  gettingStates: 'રાજ્યોની યાદી આવી રહી છે',
  savingDetails: 'વિગતો સેવ થઈ રહી છે...',
  fetchingDetails: 'વિગતો આવી રહી છે...',
  busy: 'અત્યારે સાઇટ પર ઘણી ભીડ છે. કૃપા કરીને થોડી રાહ જુઓ: આ જાતે જ આગળ વધશે.',
};
