import type { ErrorWords } from '../../public/words.ts';

export const errors: ErrorWords = {
  sessionNotFound: 'सेशन नहीं मिला! कृपया पेज को रिफ़्रेश करें',
  sessionExpired: 'आपका सेशन खत्म हो गया है',
  network: 'कृपया अपना नेटवर्क देखें और फिर कोशिश करें',
  offline: 'आप ऑफ़लाइन हैं',
  offlineNow: 'आप ऑफ़लाइन हैं। आपका लिखा हुआ कुछ भी नहीं खोएगा।',
  generic: 'कुछ गड़बड़ हो गई, थोड़ी देर बाद फिर कोशिश करें',
  unexpected: 'ऐप में अचानक कोई गड़बड़ हो गई!',
  rewardSafe: 'आपका इनाम सुरक्षित है।',
  registerAgain:
    'आपका सेशन खत्म हो गया है, पर आपका इनाम सुरक्षित है: कृपया उसी मोबाइल नंबर से फिर रजिस्टर करें।',
  registerFirst: 'कृपया पहले रजिस्टर करें और OTP से अपना नंबर वेरिफ़ाई करें।',
  startAgain: 'फिर से शुरू करें',
  popupTitle: 'कृपया ध्यान दें',
};
