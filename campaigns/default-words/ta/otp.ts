import type { OtpWords } from '../../public/words.ts';

/** For an empty field too (Spec 5). */
const notSixDigits = 'OTP எண்ணின் 6 இலக்கங்களையும் எழுதுங்கள்';

export const otp: OtpWords = {
  title: 'OTP எண்ணை எழுதுங்கள்',
  sentTo: '+91 {mobile} எண்ணுக்கு 6 இலக்கக் குறியீடு அனுப்பியுள்ளோம்.',
  sent: 'உங்கள் மொபைல் எண்ணுக்கு 6 இலக்கக் குறியீடு அனுப்பியுள்ளோம்.',
  newest: 'புதிய SMS வரவில்லையா? எங்கள் கடைசி SMS இல் உள்ள OTP இன்னும் செல்லும்.',
  label: 'OTP',
  verify: 'சரிபார்',
  resend: 'OTP மீண்டும் அனுப்பு',
  resendIn: '{wait} கழித்து மீண்டும் கேட்கலாம்',
  resendWait: 'OTP எண்ணை மீண்டும் கேட்க இன்னும் {wait}.',
  resendReady: 'இப்போது OTP எண்ணை மீண்டும் கேட்கலாம்.',
  resent: 'உங்கள் OTP மீண்டும் அனுப்பப்பட்டது.',
  resendFailed: 'OTP எண்ணை மீண்டும் அனுப்ப முடியவில்லை. மீண்டும் முயற்சி செய்யுங்கள்.',
  changeNumber: 'எண்ணை மாற்று',
  errors: {
    required: notSixDigits,
    notSixDigits,
    wrong: 'சரியான OTP எண்ணை எழுதுங்கள்',
    expired: 'OTP காலாவதியாகிவிட்டது',
    invalidData: 'மீண்டும் முயற்சி செய்யுங்கள்',
    elsewhere:
      'உங்கள் எண்ணுக்கு இப்போது அனுப்பிய குறியீடு வேறொரு பிரவுசருக்கோ ஃபோனுக்கோ உரியது; அங்கு மட்டுமே செல்லும்.',
    noneHere: 'இங்கே குறியீடு பெற “OTP மீண்டும் அனுப்பு” என்பதை அழுத்துங்கள்.',
  },
};
