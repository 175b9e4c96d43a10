import type { OtpWords } from '../../public/words.ts';

/** For an empty field too (Spec 5). */
const notSixDigits = 'ਕਿਰਪਾ ਕਰਕੇ OTP ਦੇ ਸਾਰੇ 6 ਅੰਕ ਲਿਖੋ';

export const otp: OtpWords = {
  title: 'ਆਪਣਾ OTP ਲਿਖੋ',
  sentTo: 'ਅਸੀਂ +91 {mobile} ਉੱਤੇ 6 ਅੰਕਾਂ ਦਾ ਕੋਡ ਭੇਜਿਆ ਹੈ।',
  sent: 'ਅਸੀਂ ਤੁਹਾਡੇ ਮੋਬਾਈਲ ਨੰਬਰ ਉੱਤੇ 6 ਅੰਕਾਂ ਦਾ ਕੋਡ ਭੇਜਿਆ ਹੈ।',
  newest: 'ਨਵਾਂ SMS ਨਹੀਂ ਆਇਆ? ਸਾਡੇ ਸਭ ਤੋਂ ਨਵੇਂ SMS ਦਾ OTP ਅਜੇ ਵੀ ਚੱਲੇਗਾ।',
  label: 'OTP',
  verify: 'ਵੈਰੀਫਾਈ ਕਰੋ',
  resend: 'OTP ਫਿਰ ਭੇਜੋ',
  resendIn: '{wait} ਬਾਅਦ ਤੁਸੀਂ ਫਿਰ ਮੰਗਵਾ ਸਕਦੇ ਹੋ',
  resendWait: 'OTP ਫਿਰ ਮੰਗਵਾਉਣ ਵਿੱਚ ਅਜੇ {wait} ਬਾਕੀ।',
  resendReady: 'ਹੁਣ ਤੁਸੀਂ OTP ਫਿਰ ਮੰਗਵਾ ਸਕਦੇ ਹੋ।',
  resent: 'ਤੁਹਾਡਾ OTP ਫਿਰ ਭੇਜ ਦਿੱਤਾ ਗਿਆ ਹੈ।',
  resendFailed: 'OTP ਫਿਰ ਨਹੀਂ ਭੇਜਿਆ ਜਾ ਸਕਿਆ। ਕਿਰਪਾ ਕਰਕੇ ਫਿਰ ਕੋਸ਼ਿਸ਼ ਕਰੋ।',
  changeNumber: 'ਨੰਬਰ ਬਦਲੋ',
  errors: {
    required: notSixDigits,
    notSixDigits,
    wrong: 'ਕਿਰਪਾ ਕਰਕੇ ਸਹੀ OTP ਲਿਖੋ',
    expired: 'OTP ਦਾ ਸਮਾਂ ਲੰਘ ਗਿਆ ਹੈ',
    invalidData: 'ਕਿਰਪਾ ਕਰਕੇ ਫਿਰ ਕੋਸ਼ਿਸ਼ ਕਰੋ',
    elsewhere: 'ਤੁਹਾਡੇ ਨੰਬਰ ਉੱਤੇ ਹੁਣੇ ਜੋ ਕੋਡ ਭੇਜਿਆ ਗਿਆ ਹੈ, ਉਹ ਕਿਸੇ ਹੋਰ ਬ੍ਰਾਊਜ਼ਰ ਜਾਂ ਫ਼ੋਨ ਲਈ ਹੈ ਅਤੇ ਸਿਰਫ਼ ਉੱਥੇ ਹੀ ਚੱਲਦਾ ਹੈ।',
    noneHere: 'ਇੱਥੇ ਕੋਡ ਲੈਣ ਲਈ “OTP ਫਿਰ ਭੇਜੋ” ਦਬਾਓ।',
  },
};
