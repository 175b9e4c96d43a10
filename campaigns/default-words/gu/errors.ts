import type { ErrorWords } from '../../public/words.ts';

export const errors: ErrorWords = {
  sessionNotFound: 'સેશન મળ્યું નહીં! કૃપા કરીને પેજ રિફ્રેશ કરો',
  sessionExpired: 'તમારું સેશન પૂરું થઈ ગયું છે',
  network: 'કૃપા કરીને તમારું નેટવર્ક તપાસો અને ફરી પ્રયાસ કરો',
  offline: 'તમે ઑફલાઇન છો',
  generic: 'કંઈક ગરબડ થઈ, થોડી વાર પછી ફરી પ્રયાસ કરો',
  unexpected: 'એપમાં અચાનક કોઈ ગરબડ થઈ!',
  rewardSafe: 'તમારું ઇનામ સુરક્ષિત છે.',
  registerAgain:
    'તમારું સેશન પૂરું થઈ ગયું છે, પણ તમારું ઇનામ સુરક્ષિત છે: કૃપા કરીને એ જ મોબાઇલ નંબરથી ફરી રજિસ્ટર કરો.',
  registerFirst: 'કૃપા કરીને પહેલાં રજિસ્ટર કરો અને OTP થી તમારો નંબર ચકાસો.',
  startAgain: 'ફરી શરૂ કરો',
  popupTitle: 'કૃપા કરીને ધ્યાન આપો',
  offlineNow: 'તમે ઑફલાઇન છો. તમે લખેલું કંઈ ગુમાવ્યું નથી.',
};
