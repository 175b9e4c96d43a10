import type { EditProfileWords } from '../../public/words.ts';
import { home } from './home.ts';

export const editProfile: EditProfileWords = {
  title: 'சுயவிவரத்தைத் திருத்து',
  name: home.name,
  state: home.state,
  stateChoose: home.stateChoose,
  city: 'ஊர்',
  cityChoose: 'உங்கள் ஊர் எது?',
  citiesFailed: 'உங்கள் மாநிலத்தின் ஊர்களைக் காட்ட முடியவில்லை.',
  cityNeedsState: 'முதலில் உங்கள் மாநிலத்தைத் தேர்ந்தெடுங்கள்',
  email: 'மின்னஞ்சல்',
  optional: '(விருப்பம் இருந்தால்)',
  gender: 'பாலினம்',
  genders: { male: 'ஆண்', female: 'பெண்', others: 'சொல்ல விரும்பவில்லை' },
  age: 'வயது',
  save: 'சேமி',
  back: 'பின்செல்',
  saved: 'உங்கள் விவரங்கள் சேமிக்கப்பட்டன.',
  fetchFailed: 'உங்கள் விவரங்களை இப்போது காட்ட முடியவில்லை. எதுவும் தொலையவில்லை. மீண்டும் முயற்சி செய்யுங்கள்.',
  errors: {
    nameInvalid: 'சரியான பெயரை எழுதுங்கள்',
    stateRequired: home.errors.stateRequired,
    cityRequired: '*உங்கள் ஊரைத் தேர்ந்தெடுங்கள்',
    emailInvalid: '*சரியான மின்னஞ்சலை எழுதுங்கள்',
    emailRefused: 'சரியான மின்னஞ்சல் முகவரியை எழுதுங்கள்',
    genderRequired: 'பாலினத்தைத் தேர்ந்தெடுங்கள்',
    ageRequired: 'வயதை எழுதுங்கள்',
    ageInvalid: 'சரியான வயதை எழுதுங்கள்',
    nameRefused: home.errors.nameRefused,
    other: 'ஏதோ தவறு நேர்ந்தது',
  },
};
