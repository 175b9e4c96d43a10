// What is wrong with a field of the registration form.
import type { HomeWords } from '../../public/words.ts';
import { everywhere } from './everywhere.ts';

export const registrationFaults: HomeWords['errors'] = {
  nameRequired: '*कृपया अपना नाम लिखें',
  nameTooShort: '*नाम में कम से कम 3 अक्षर होने चाहिए',
  stateRequired: everywhere.chooseState,
  mobileRequired: '*कृपया 10 अंकों का नंबर लिखें',
  mobileInvalid: '*कृपया 10 अंकों का सही नंबर लिखें',
  ageConsent: '*कृपया अपनी उम्र के बारे में सहमति दें',
  termsConsent: '*कृपया नियम और शर्तों पर सहमति दें',
  mobileRefused: 'यह मोबाइल नंबर सही नहीं है',
  nameRefused: 'यह नाम सही नहीं है',
};
