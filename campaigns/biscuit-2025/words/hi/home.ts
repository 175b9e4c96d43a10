// HOME with the registration form.
import { fieldNames } from '../../../default-words/hi/field-names.ts';
import { registrationFaults } from '../../../default-words/hi/registration-faults.ts';
import type { HomeWords } from '../../../public/words.ts';
import { otp } from './otp.ts';

export const home: HomeWords = {
  headline: 'हर पैक में छिपा है एक इनाम!',
  promise: '₹{highest} तक का पक्का कैशबैक वाउचर पाएँ, सीधे आपके फ़ोन पर SMS से।',
  stepsTitle: 'इनाम ऐसे मिलेगा',
  steps: [
    { title: 'अपने बारे में बताएँ', text: 'अपना नाम, मोबाइल नंबर और राज्य भरें।' },
    { title: otp.title, text: 'हम आपके फ़ोन पर 6 अंकों का कोड भेजेंगे।' },
    { title: 'अपना इनाम पाएँ', text: 'वाउचर 10 दिन के अंदर SMS से आ जाएगा।' },
  ],
  formTitle: 'अपना इनाम लें',
  name: fieldNames.name,
  mobile: fieldNames.mobile,
  mobileHint: '10 अंक। आपका OTP और वाउचर इसी नंबर पर आएँगे।',
  state: fieldNames.state,
  stateChoose: fieldNames.stateChoose,
  agree: 'मेरी उम्र 18 साल या उससे ज़्यादा है, मैं भारत का/की निवासी हूँ और मुझे {terms} मंज़ूर हैं।',
  getOtp: 'OTP पाएँ',
  smallPrint:
    'यह ₹{packPrice} का प्रमोशनल पैक खरीदने वालों के लिए है, {from} से {to} तक। एक मोबाइल नंबर पर एक ही इनाम।',
  errors: registrationFaults,
};
