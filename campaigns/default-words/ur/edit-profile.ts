import type { EditProfileWords } from '../../public/words.ts';
import { contact } from './contact.ts';
import { home } from './home.ts';

export const editProfile: EditProfileWords = {
  title: 'پروفائل میں ترمیم',
  name: home.name,
  state: home.state,
  stateChoose: home.stateChoose,
  city: 'شہر',
  cityChoose: 'اپنا شہر چنیں',
  citiesFailed: 'آپ کی ریاست کے شہر نہیں آ سکے۔',
  cityNeedsState: 'پہلے اپنی ریاست چنیں',
  email: contact.emailLabel,
  optional: '(لازمی نہیں)',
  gender: 'جنس',
  genders: { male: 'مرد', female: 'عورت', others: 'نہیں بتانا چاہتے' },
  age: 'عمر',
  save: 'محفوظ کریں',
  back: 'واپس',
  saved: 'آپ کی تفصیلات محفوظ ہو گئیں۔',
  fetchFailed: 'آپ کی تفصیلات ابھی نہیں آ سکیں۔ کچھ ضائع نہیں ہوا۔ براہ کرم پھر کوشش کریں۔',
  errors: {
    nameInvalid: 'صحیح نام لکھیں',
    stateRequired: home.errors.stateRequired,
    cityRequired: '*براہ کرم اپنا شہر چنیں',
    emailInvalid: '*صحیح ای میل لکھیں',
    emailRefused: 'براہ کرم صحیح ای میل لکھیں',
    genderRequired: 'براہ کرم جنس چنیں',
    ageRequired: 'عمر لکھیں',
    ageInvalid: 'صحیح عمر لکھیں',
    nameRefused: home.errors.nameRefused,
    other: 'کچھ گڑبڑ ہو گئی',
  },
};
