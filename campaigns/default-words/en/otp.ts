// The errors are quoted from the spec.
import type { OtpWords } from '../../public/words.ts';

/** For an empty field too (Spec 5). */
const notSixDigits = 'Please enter a valid otp';

export const otp: OtpWords = {
  title: 'Enter your OTP',
  sentTo: 'We have sent a 6-digit code to +91 {mobile}.',
  sent: 'We have sent a 6-digit code to your mobile number.',
  newest: 'No new SMS? The OTP of our newest SMS still counts.',
  label: 'OTP',
  verify: 'Verify',
  resend: 'Resend OTP',
  resendIn: 'You can ask for it again in {wait}',
  resendWait: '{wait} until you can ask for the OTP again.',
  resendReady: 'You can ask for the OTP again now.',
  resent: 'We have sent the OTP again.',
  resendFailed: 'We could not send the OTP again. Please try again.',
  changeNumber: 'Change number',
  errors: {
    required: notSixDigits,
    notSixDigits,
    wrong: 'Please enter a valid OTP',
    expired: 'OTP expired',
    invalidData: 'Please try again',
    elsewhere:
      'The code that was just sent to your number is for another browser or phone, and works only there.',
    noneHere: 'To get a code here, press Resend OTP.',
  },
};
