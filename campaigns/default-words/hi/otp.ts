import type { OtpWords } from '../../public/words.ts';

/** For an empty field too (Spec 5). */
const notSixDigits = 'कृपया OTP के सभी 6 अंक लिखें';

export const otp: OtpWords = {
  title: 'अपना OTP लिखें',
  sentTo: 'हमने +91 {mobile} पर 6 अंकों का कोड भेजा है।',
  sent: 'हमने आपके मोबाइल नंबर पर 6 अंकों का कोड भेजा है।',
  newest: 'नया SMS नहीं आया? हमारे सबसे नए SMS का OTP अब भी चलेगा।',
  label: 'OTP',
  verify: 'वेरिफ़ाई करें',
  resend: 'OTP फिर भेजें',
  resendIn: 'आप {wait} बाद इसे फिर मँगवा सकते हैं',
  resendWait: 'OTP फिर मँगवाने के लिए अभी {wait} रुकें।',
  resendReady: 'अब आप OTP फिर मँगवा सकते हैं।',
  resent: 'आपका OTP फिर भेज दिया गया है।',
  resendFailed: 'OTP फिर नहीं भेजा जा सका। कृपया फिर कोशिश करें।',
  changeNumber: 'नंबर बदलें',
  errors: {
    required: notSixDigits,
    notSixDigits,
    wrong: 'कृपया सही OTP लिखें',
    expired: 'OTP का समय निकल गया है',
    invalidData: 'कृपया फिर कोशिश करें',
    elsewhere:
      'आपके नंबर पर अभी जो कोड भेजा गया है, वह किसी दूसरे ब्राउज़र या फ़ोन के लिए है और सिर्फ़ वहीं काम करता है।',
    noneHere: 'यहाँ कोड पाने के लिए “OTP फिर भेजें” दबाएँ।',
  },
};
