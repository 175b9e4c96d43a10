import type { DefaultWords } from '../../public/words.ts';

export const home: DefaultWords['home'] = {
  name: 'नाम',
  mobile: 'मोबाइल नंबर',
  state: 'राज्य',
  stateChoose: 'अपना राज्य चुनें',
  agree: 'मेरी उम्र 18 साल या उससे ज़्यादा है, मैं भारत का/की निवासी हूँ और मुझे {terms} मंज़ूर हैं।',
  getOtp: 'OTP पाएँ',
  trust: {
    number: 'आपका नंबर OTP और वाउचर भेजने और एक नंबर पर एक ही इनाम देने के लिए है, विज्ञापन के लिए कभी नहीं।',
    calls: 'OTP पूछने के लिए आपको कभी कोई फ़ोन नहीं करेगा। इसे किसी को न बताएँ।',
    promoter: 'यह ऑफ़र {promoter} की ओर से है। कोई सवाल हो तो {phone} पर फ़ोन करें।',
    draw: 'हर ड्रॉ की जाँच कोई भी कर सकता है',
  },
  errors: {
    nameRequired: '*कृपया अपना नाम लिखें',
    nameTooShort: '*नाम में कम से कम 3 अक्षर होने चाहिए',
    stateRequired: '*कृपया अपना राज्य चुनें',
    mobileRequired: '*कृपया 10 अंकों का नंबर लिखें',
    mobileInvalid: '*कृपया 10 अंकों का सही नंबर लिखें',
    ageConsent: '*कृपया पुष्टि करें कि आपकी उम्र 18 साल या उससे ज़्यादा है',
    termsConsent: '*कृपया नियम और शर्तों पर सहमति दें',
    mobileRefused: 'यह मोबाइल नंबर सही नहीं है',
    nameRefused: 'यह नाम सही नहीं है',
  },
};
