import type { EditProfileWords } from '../../public/words.ts';
import { home } from './home.ts';
import { profile } from './profile.ts';

export const editProfile: EditProfileWords = {
  title: 'প্রোফাইল বদলান',
  name: home.name,
  state: home.state,
  stateChoose: home.stateChoose,
  city: 'শহর',
  cityChoose: 'আপনার শহর বেছে নিন',
  citiesFailed: 'আপনার রাজ্যের শহরের তালিকা পাওয়া গেল না।',
  cityNeedsState: 'আগে আপনার রাজ্য বেছে নিন',
  email: 'ইমেল',
  optional: '(না দিলেও চলে)',
  gender: 'লিঙ্গ',
  genders: { male: 'পুরুষ', female: 'মহিলা', others: 'বলতে চাই না' },
  age: 'বয়স',
  save: 'সেভ করুন',
  back: profile.back,
  saved: 'আপনার তথ্য সেভ হয়ে গেছে।',
  fetchFailed: 'এই মুহূর্তে আপনার তথ্য আনা গেল না। কিছু হারায়নি। দয়া করে আবার চেষ্টা করুন।',
  errors: {
    nameInvalid: 'ঠিক নাম লিখুন',
    stateRequired: home.errors.stateRequired,
    cityRequired: '*দয়া করে আপনার শহর বেছে নিন',
    emailInvalid: '*ঠিক ইমেল লিখুন',
    emailRefused: 'দয়া করে ঠিক ইমেল লিখুন',
    genderRequired: 'দয়া করে লিঙ্গ বেছে নিন',
    ageRequired: 'আপনার বয়স লিখুন',
    ageInvalid: 'ঠিক বয়স লিখুন',
    nameRefused: 'এই নামটি চলবে না',
    other: 'কিছু একটা গোলমাল হয়েছে',
  },
};
