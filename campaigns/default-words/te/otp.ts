import type { OtpWords } from '../../public/words.ts';

/** For an empty field too (Spec 5). */
const notSixDigits = 'దయచేసి OTPలోని 6 అంకెలూ రాయండి';

export const otp: OtpWords = {
  title: 'మీ OTP రాయండి',
  sentTo: '+91 {mobile} నంబర్‌కు 6 అంకెల కోడ్ పంపాం.',
  sent: 'మీ మొబైల్ నంబర్‌కు 6 అంకెల కోడ్ పంపాం.',
  newest: 'కొత్త SMS రాలేదా? మా చివరి SMS లోని OTP ఇంకా చెల్లుతుంది.',
  label: 'OTP',
  verify: 'వెరిఫై చేయండి',
  resend: 'OTP మళ్లీ పంపండి',
  resendIn: '{wait} ఆగి మళ్లీ అడగవచ్చు',
  resendWait: 'OTP మళ్లీ అడగడానికి ఇంకా {wait} ఆగాలి.',
  resendReady: 'ఇప్పుడు OTP మళ్లీ అడగవచ్చు.',
  resent: 'మీ OTP మళ్లీ పంపాం.',
  resendFailed: 'OTP మళ్లీ పంపలేకపోయాం. దయచేసి మళ్లీ ప్రయత్నించండి.',
  changeNumber: 'నంబర్ మార్చండి',
  errors: {
    required: notSixDigits,
    notSixDigits,
    wrong: 'దయచేసి సరైన OTP రాయండి',
    expired: 'OTP సమయం ముగిసింది',
    invalidData: 'దయచేసి మళ్లీ ప్రయత్నించండి',
    elsewhere: 'మీ నంబర్‌కు ఇప్పుడే పంపిన కోడ్ మరో బ్రౌజర్ లేదా ఫోన్ కోసం; అది అక్కడే పనిచేస్తుంది.',
    noneHere: 'ఇక్కడ కోడ్ పొందడానికి “OTP మళ్లీ పంపండి” నొక్కండి.',
  },
};
