import type { OtpWords } from '../../public/words.ts';

/** For an empty field too (Spec 5). */
const notSixDigits = 'કૃપા કરીને OTP ના બધા 6 અંક લખો';

export const otp: OtpWords = {
  title: 'તમારો OTP લખો',
  sentTo: 'અમે +91 {mobile} પર 6 અંકનો કોડ મોકલ્યો છે.',
  sent: 'અમે તમારા મોબાઇલ નંબર પર 6 અંકનો કોડ મોકલ્યો છે.',
  newest: 'નવો SMS નથી આવ્યો? અમારા સૌથી નવા SMS નો OTP હજી ચાલશે.',
  label: 'OTP',
  verify: 'ચકાસો',
  resend: 'OTP ફરી મોકલો',
  resendIn: '{wait} પછી તે ફરી મગાવી શકશો',
  resendWait: 'OTP ફરી મગાવવા માટે હજી {wait} બાકી.',
  resendReady: 'હવે તમે OTP ફરી મગાવી શકો છો.',
  resent: 'તમારો OTP ફરી મોકલ્યો છે.',
  resendFailed: 'OTP ફરી મોકલી શકાયો નહીં. કૃપા કરીને ફરી પ્રયાસ કરો.',
  changeNumber: 'નંબર બદલો',
  errors: {
    required: notSixDigits,
    notSixDigits,
    wrong: 'કૃપા કરીને સાચો OTP લખો',
    expired: 'OTP નો સમય પૂરો થઈ ગયો છે',
    invalidData: 'કૃપા કરીને ફરી પ્રયાસ કરો',
    elsewhere: 'તમારા નંબર પર હમણાં મોકલેલો કોડ બીજા બ્રાઉઝર કે ફોન માટે છે અને ફક્ત ત્યાં જ ચાલે છે.',
    noneHere: 'અહીં કોડ મેળવવા “OTP ફરી મોકલો” દબાવો.',
  },
};
