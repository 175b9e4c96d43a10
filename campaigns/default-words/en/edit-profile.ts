// The errors are quoted from the spec.
import type { EditProfileWords } from '../../public/words.ts';
import { home } from './home.ts';

export const editProfile: EditProfileWords = {
  title: 'Edit Profile',
  name: home.name,
  state: home.state,
  stateChoose: home.stateChoose,
  city: 'City',
  cityChoose: 'Choose your city',
  citiesFailed: 'We could not load the cities of your state.',
  cityNeedsState: 'Choose your state first',
  email: 'Email',
  optional: '(optional)',
  gender: 'Gender',
  genders: { male: 'Male', female: 'Female', others: 'Prefer not to say' },
  age: 'Age',
  save: 'Save',
  back: 'Back',
  saved: 'Your details have been saved.',
  fetchFailed: 'We could not load your details just now. Nothing is lost. Please try again.',
  errors: {
    nameInvalid: 'Enter valid name',
    stateRequired: '*Please select a State',
    cityRequired: home.errors.stateRequired,
    emailInvalid: '*Enter valid email id',
    emailRefused: 'Please enter a valid email id',
    genderRequired: 'Please select gender',
    ageRequired: 'Enter age',
    ageInvalid: 'Enter valid age',
    nameRefused: 'Invalid Name',
    other: 'Something went wrong',
  },
};
