import type { EditProfileWords } from '../../public/words.ts';
import { home } from './home.ts';

export const editProfile: EditProfileWords = {
  title: 'प्रोफ़ाइल बदलें',
  name: home.name,
  state: home.state,
  stateChoose: home.stateChoose,
  city: 'शहर',
  cityChoose: 'अपना शहर चुनें',
  citiesFailed: 'आपके राज्य के शहरों की सूची नहीं मिल पाई।',
  cityNeedsState: 'पहले अपना राज्य चुनें',
  email: 'ईमेल',
  optional: '(ज़रूरी नहीं)',
  gender: 'लिंग',
  genders: { male: 'पुरुष', female: 'महिला', others: 'बताना नहीं चाहते' },
  age: 'उम्र',
  save: 'सेव करें',
  back: 'वापस',
  saved: 'आपकी जानकारी सेव हो गई है।',
  fetchFailed: 'आपकी जानकारी अभी नहीं मिल पाई। कुछ खोया नहीं है: कृपया फिर कोशिश करें।',
  errors: {
    nameInvalid: 'सही नाम लिखें',
    stateRequired: home.errors.stateRequired,
    cityRequired: '*कृपया अपना शहर चुनें',
    emailInvalid: '*सही ईमेल लिखें',
    emailRefused: 'कृपया सही ईमेल लिखें',
    genderRequired: 'कृपया लिंग चुनें',
    ageRequired: 'अपनी उम्र लिखें',
    ageInvalid: 'सही उम्र लिखें',
    nameRefused: 'यह नाम मान्य नहीं है',
    other: 'कुछ गड़बड़ हो गई',
  },
};
