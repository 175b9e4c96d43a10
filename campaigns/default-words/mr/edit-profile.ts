import type { EditProfileWords } from '../../public/words.ts';
import { home } from './home.ts';

export const editProfile: EditProfileWords = {
  title: 'प्रोफाइल बदला',
  name: home.name,
  state: home.state,
  stateChoose: home.stateChoose,
  city: 'शहर',
  cityChoose: 'तुमचे शहर निवडा',
  citiesFailed: 'तुमच्या राज्यातील शहरांची यादी मिळाली नाही.',
  cityNeedsState: 'आधी तुमचे राज्य निवडा',
  email: 'ईमेल',
  optional: '(दिले नाही तरी चालेल)',
  gender: 'लिंग',
  genders: { male: 'पुरुष', female: 'स्त्री', others: 'सांगायचे नाही' },
  age: 'वय',
  save: 'सेव्ह करा',
  back: 'मागे',
  saved: 'तुमची माहिती सेव्ह झाली आहे.',
  fetchFailed: 'तुमची माहिती आत्ता मिळाली नाही. काहीही गेलेले नाही. कृपया पुन्हा प्रयत्न करा.',
  errors: {
    nameInvalid: 'योग्य नाव लिहा',
    stateRequired: home.errors.stateRequired,
    cityRequired: '*कृपया तुमचे शहर निवडा',
    emailInvalid: '*योग्य ईमेल लिहा',
    emailRefused: 'कृपया योग्य ईमेल लिहा',
    genderRequired: 'कृपया लिंग निवडा',
    ageRequired: 'तुमचे वय लिहा',
    ageInvalid: 'योग्य वय लिहा',
    nameRefused: 'हे नाव चालणार नाही',
    other: 'काहीतरी चूक झाली',
  },
};
