import type { OtpWords } from '../../public/words.ts';

/** For an empty field too (Spec 5). */
const notSixDigits = 'ദയവായി OTP-യിലെ 6 അക്കങ്ങളും എഴുതുക';

export const otp: OtpWords = {
  title: 'OTP എഴുതുക',
  sentTo: '+91 {mobile} നമ്പറിലേക്ക് 6 അക്ക കോഡ് അയച്ചു.',
  sent: 'നിങ്ങളുടെ മൊബൈൽ നമ്പറിലേക്ക് 6 അക്ക കോഡ് അയച്ചു.',
  newest: 'പുതിയ SMS വന്നില്ലേ? ഞങ്ങളുടെ ഏറ്റവും പുതിയ SMS-ലെ OTP ഇപ്പോഴും മതി.',
  label: 'OTP',
  verify: 'വെരിഫൈ ചെയ്യുക',
  resend: 'OTP വീണ്ടും അയയ്ക്കുക',
  resendIn: '{wait} കഴിഞ്ഞ് വീണ്ടും ചോദിക്കാം',
  resendWait: 'OTP വീണ്ടും ചോദിക്കാൻ ഇനി {wait} കൂടി.',
  resendReady: 'ഇപ്പോൾ OTP വീണ്ടും ചോദിക്കാം.',
  resent: 'നിങ്ങളുടെ OTP വീണ്ടും അയച്ചു.',
  resendFailed: 'OTP വീണ്ടും അയയ്ക്കാൻ കഴിഞ്ഞില്ല. ദയവായി വീണ്ടും ശ്രമിക്കുക.',
  changeNumber: 'നമ്പർ മാറ്റുക',
  errors: {
    required: notSixDigits,
    notSixDigits,
    wrong: 'ദയവായി ശരിയായ OTP എഴുതുക',
    expired: 'OTP-യുടെ സമയം കഴിഞ്ഞു',
    invalidData: 'ദയവായി വീണ്ടും ശ്രമിക്കുക',
    elsewhere:
      'നിങ്ങളുടെ നമ്പറിലേക്ക് ഇപ്പോൾ അയച്ച കോഡ് മറ്റൊരു ബ്രൗസറിനോ ഫോണിനോ ഉള്ളതാണ്; അത് അവിടെ മാത്രമേ പ്രവർത്തിക്കൂ.',
    noneHere: 'ഇവിടെ കോഡ് കിട്ടാൻ “OTP വീണ്ടും അയയ്ക്കുക” അമർത്തുക.',
  },
};
