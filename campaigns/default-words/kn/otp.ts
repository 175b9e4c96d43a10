import type { OtpWords } from '../../public/words.ts';

/** For an empty field too (Spec 5). */
const notSixDigits = 'ದಯವಿಟ್ಟು OTPಯ ಎಲ್ಲ 6 ಅಂಕಿಗಳನ್ನು ಬರೆಯಿರಿ';

export const otp: OtpWords = {
  title: 'ನಿಮ್ಮ OTP ಬರೆಯಿರಿ',
  sentTo: '+91 {mobile} ಸಂಖ್ಯೆಗೆ 6 ಅಂಕಿಗಳ ಕೋಡ್ ಕಳುಹಿಸಿದ್ದೇವೆ.',
  sent: 'ನಿಮ್ಮ ಮೊಬೈಲ್ ಸಂಖ್ಯೆಗೆ 6 ಅಂಕಿಗಳ ಕೋಡ್ ಕಳುಹಿಸಿದ್ದೇವೆ.',
  newest: 'ಹೊಸ SMS ಬಂದಿಲ್ಲವೇ? ನಮ್ಮ ಇತ್ತೀಚಿನ SMS ನ OTP ಈಗಲೂ ನಡೆಯುತ್ತದೆ.',
  label: 'OTP',
  verify: 'ವೆರಿಫೈ ಮಾಡಿ',
  resend: 'OTP ಮತ್ತೆ ಕಳುಹಿಸಿ',
  resendIn: '{wait} ಕಾದು ಮತ್ತೆ ಕೇಳಬಹುದು',
  resendWait: 'OTP ಮತ್ತೆ ಕೇಳಲು ಇನ್ನೂ {wait} ಕಾಯಬೇಕು.',
  resendReady: 'ಈಗ OTP ಮತ್ತೆ ಕೇಳಬಹುದು.',
  resent: 'ನಿಮ್ಮ OTP ಮತ್ತೆ ಕಳುಹಿಸಿದ್ದೇವೆ.',
  resendFailed: 'OTP ಮತ್ತೆ ಕಳುಹಿಸಲು ಆಗಲಿಲ್ಲ. ದಯವಿಟ್ಟು ಮತ್ತೆ ಪ್ರಯತ್ನಿಸಿ.',
  changeNumber: 'ಸಂಖ್ಯೆ ಬದಲಾಯಿಸಿ',
  errors: {
    required: notSixDigits,
    notSixDigits,
    wrong: 'ದಯವಿಟ್ಟು ಸರಿಯಾದ OTP ಬರೆಯಿರಿ',
    expired: 'OTP ಅವಧಿ ಮುಗಿದಿದೆ',
    invalidData: 'ದಯವಿಟ್ಟು ಮತ್ತೆ ಪ್ರಯತ್ನಿಸಿ',
    elsewhere: 'ನಿಮ್ಮ ಸಂಖ್ಯೆಗೆ ಈಗಷ್ಟೇ ಕಳುಹಿಸಿದ ಕೋಡ್ ಬೇರೆ ಬ್ರೌಸರ್ ಅಥವಾ ಫೋನ್‌ಗಾಗಿ ಇದೆ; ಅದು ಅಲ್ಲಿ ಮಾತ್ರ ಕೆಲಸ ಮಾಡುತ್ತದೆ.',
    noneHere: 'ಇಲ್ಲಿ ಕೋಡ್ ಪಡೆಯಲು “OTP ಮತ್ತೆ ಕಳುಹಿಸಿ” ಒತ್ತಿ.',
  },
};
