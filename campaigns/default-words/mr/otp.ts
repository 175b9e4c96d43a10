import type { OtpWords } from '../../public/words.ts';

/** For an empty field too (Spec 5). */
const notSixDigits = 'कृपया OTP चे सर्व 6 अंक लिहा';

export const otp: OtpWords = {
  title: 'तुमचा OTP लिहा',
  sentTo: 'आम्ही +91 {mobile} वर 6 अंकी कोड पाठवला आहे.',
  sent: 'आम्ही तुमच्या मोबाइल नंबरवर 6 अंकी कोड पाठवला आहे.',
  newest: 'नवा SMS आला नाही? आमच्या सर्वात नव्या SMS मधला OTP अजूनही चालेल.',
  label: 'OTP',
  verify: 'पडताळा',
  resend: 'OTP पुन्हा पाठवा',
  resendIn: '{wait} झाल्यावर तो पुन्हा मागवता येईल',
  resendWait: 'OTP पुन्हा मागवण्यासाठी अजून {wait} बाकी.',
  resendReady: 'आता तुम्ही OTP पुन्हा मागवू शकता.',
  resent: 'तुमचा OTP पुन्हा पाठवला आहे.',
  resendFailed: 'OTP पुन्हा पाठवता आला नाही. कृपया पुन्हा प्रयत्न करा.',
  changeNumber: 'नंबर बदला',
  errors: {
    required: notSixDigits,
    notSixDigits,
    wrong: 'कृपया योग्य OTP लिहा',
    expired: 'OTP ची वेळ संपली आहे',
    invalidData: 'कृपया पुन्हा प्रयत्न करा',
    elsewhere:
      'तुमच्या नंबरवर आत्ता पाठवलेला कोड दुसऱ्या ब्राउझरसाठी किंवा फोनसाठी आहे आणि तो फक्त तिथेच चालतो.',
    noneHere: 'इथे कोड मिळवण्यासाठी “OTP पुन्हा पाठवा” दाबा.',
  },
};
