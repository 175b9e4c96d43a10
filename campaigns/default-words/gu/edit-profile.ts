import type { EditProfileWords } from '../../public/words.ts';
import { home } from './home.ts';

export const editProfile: EditProfileWords = {
  title: 'પ્રોફાઇલ બદલો',
  name: home.name,
  state: home.state,
  stateChoose: home.stateChoose,
  city: 'શહેર',
  cityChoose: 'તમારું શહેર પસંદ કરો',
  citiesFailed: 'તમારા રાજ્યનાં શહેરોની યાદી મળી નહીં.',
  cityNeedsState: 'પહેલાં તમારું રાજ્ય પસંદ કરો',
  email: 'ઈમેલ',
  optional: '(ફરજિયાત નથી)',
  gender: 'લિંગ',
  genders: { male: 'પુરુષ', female: 'સ્ત્રી', others: 'કહેવું નથી' },
  age: 'ઉંમર',
  save: 'સેવ કરો',
  back: 'પાછા',
  saved: 'તમારી વિગતો સેવ થઈ ગઈ છે.',
  fetchFailed: 'તમારી વિગતો અત્યારે મળી નહીં. કંઈ ગુમાવ્યું નથી. કૃપા કરીને ફરી પ્રયાસ કરો.',
  errors: {
    nameInvalid: 'સાચું નામ લખો',
    stateRequired: home.errors.stateRequired,
    cityRequired: '*કૃપા કરીને તમારું શહેર પસંદ કરો',
    emailInvalid: '*સાચો ઈમેલ લખો',
    emailRefused: 'કૃપા કરીને સાચો ઈમેલ લખો',
    genderRequired: 'કૃપા કરીને લિંગ પસંદ કરો',
    ageRequired: 'તમારી ઉંમર લખો',
    ageInvalid: 'સાચી ઉંમર લખો',
    nameRefused: 'આ નામ માન્ય નથી',
    other: 'કંઈક ગરબડ થઈ',
  },
};
