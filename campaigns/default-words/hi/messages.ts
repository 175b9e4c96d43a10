// Messages of the server's refusals. Those that the client shows too are imported from its words.
import type { MessageWords } from '../../public/words.ts';
import { errors } from './errors.ts';
import { otp } from './otp.ts';

export const messages: MessageWords = {
  invalidName: 'कृपया 3 से 35 अक्षरों में अपना नाम लिखें।',
  invalidMobile: 'कृपया 10 अंकों का मोबाइल नंबर लिखें, जो 5, 6, 7, 8 या 9 से शुरू हो।',
  emptyCity: 'कृपया अपने राज्य का कोई शहर चुनें।',
  format: 'कृपया सही ईमेल लिखें, ज़्यादा से ज़्यादा 80 अक्षरों का।',
  invalidAge:
    'कृपया {minAge} से 120 के बीच की उम्र लिखें: भाग लेने के लिए उम्र {minAge} साल या ज़्यादा होनी चाहिए।',
  invalidGender: 'कृपया दिए गए विकल्पों में से लिंग चुनें।',
  invalidData: 'कृपया अपनी जानकारी जाँचें और फिर कोशिश करें।',
  participationLimit: 'इस मोबाइल नंबर पर इनाम पहले ही मिल चुका है। उसका वाउचर SMS से आ रहा है।',
  tryAgain: 'कृपया {wait} रुकें और फिर कोशिश करें।',
  invalidOtp: otp.errors.wrong,
  expiredOtp: otp.errors.expired,
  invalidUser: 'इस मोबाइल नंबर से आप भाग नहीं ले सकते। कृपया {email} पर लिखें।',
  pacedOut: 'आज के सारे इनाम निकल चुके हैं। आपका इनाम आपके लिए रखा है: कृपया {wait} बाद फिर आइए।',
  guarded:
    'आपके नंबर की सुरक्षा के लिए हम अपने दो सबसे नए SMS के OTP माँगते हैं। कृपया दूसरा OTP भी लिखें, या {wait} बाद “OTP फिर भेजें” दबाएँ।',
  consentMissing: 'कृपया पहले निजता सूचना का जवाब दें।',
  stateUnknown: 'कृपया सूची में से अपना राज्य चुनें।',
  nothingPending: 'कृपया पहले नया OTP मँगवाएँ।',
  sessionExpired: errors.sessionExpired,
  notStarted: 'कार्यक्रम अभी शुरू नहीं हुआ है। यह {from} से {to} तक चलेगा।',
  ended: 'कार्यक्रम खत्म हो गया है। यह {from} से {to} तक चला।',
  paused: 'कार्यक्रम कुछ समय के लिए रुका हुआ है। जो आपका है वह आपका ही रहेगा: कृपया बाद में आकर फिर कोशिश करें।',
  endedOrFull:
    'कार्यक्रम खत्म हो गया है। यह {from} से तब तक खुला था जब तक हर इनाम किसी के नाम नहीं हो गया, ज़्यादा से ज़्यादा {to} तक।',
  notPublished:
    'अभी प्रकाशित नहीं हुआ है: गुप्त संख्या और सभी इनामों की सूची कार्यक्रम खत्म होने के बाद आएगी, जब कोई इनाम लेना बाकी न रहे।',
  tooLarge: 'एक बार में बहुत ज़्यादा भेजा गया। कृपया अपनी जानकारी देखकर फिर कोशिश करें।',
  wrongType: 'हम इसे पढ़ नहीं पाए। कृपया पेज दोबारा खोलें और एक बार फिर कोशिश करें।',
  notFound: 'यह हमें नहीं मिला। कृपया पेज दोबारा खोलें।',
  wrongMethod: 'यहाँ ऐसा नहीं हो सकता। कृपया पेज दोबारा खोलें।',
  unavailable: 'इस समय साइट पर बहुत भीड़ है। कृपया थोड़ी देर में फिर कोशिश करें।',
  serverError: errors.generic,
};
