import type { EditProfileWords } from '../../public/words.ts';
import { home } from './home.ts';

export const editProfile: EditProfileWords = {
  title: 'ਪ੍ਰੋਫਾਈਲ ਬਦਲੋ',
  name: home.name,
  state: home.state,
  stateChoose: home.stateChoose,
  city: 'ਸ਼ਹਿਰ',
  cityChoose: 'ਆਪਣਾ ਸ਼ਹਿਰ ਚੁਣੋ',
  citiesFailed: 'ਤੁਹਾਡੇ ਸੂਬੇ ਦੇ ਸ਼ਹਿਰਾਂ ਦੀ ਸੂਚੀ ਨਹੀਂ ਮਿਲ ਸਕੀ।',
  cityNeedsState: 'ਪਹਿਲਾਂ ਆਪਣਾ ਸੂਬਾ ਚੁਣੋ',
  email: 'ਈਮੇਲ',
  optional: '(ਜ਼ਰੂਰੀ ਨਹੀਂ)',
  gender: 'ਲਿੰਗ',
  genders: { male: 'ਮਰਦ', female: 'ਔਰਤ', others: 'ਦੱਸਣਾ ਨਹੀਂ ਚਾਹੁੰਦੇ' },
  age: 'ਉਮਰ',
  save: 'ਸੇਵ ਕਰੋ',
  back: 'ਵਾਪਸ',
  saved: 'ਤੁਹਾਡੀ ਜਾਣਕਾਰੀ ਸੇਵ ਹੋ ਗਈ ਹੈ।',
  fetchFailed: 'ਤੁਹਾਡੀ ਜਾਣਕਾਰੀ ਹੁਣੇ ਨਹੀਂ ਮਿਲ ਸਕੀ। ਕੁਝ ਗੁਆਚਿਆ ਨਹੀਂ। ਕਿਰਪਾ ਕਰਕੇ ਫਿਰ ਕੋਸ਼ਿਸ਼ ਕਰੋ।',
  errors: {
    nameInvalid: 'ਸਹੀ ਨਾਂ ਲਿਖੋ',
    stateRequired: home.errors.stateRequired,
    cityRequired: '*ਕਿਰਪਾ ਕਰਕੇ ਆਪਣਾ ਸ਼ਹਿਰ ਚੁਣੋ',
    emailInvalid: '*ਸਹੀ ਈਮੇਲ ਲਿਖੋ',
    emailRefused: 'ਕਿਰਪਾ ਕਰਕੇ ਸਹੀ ਈਮੇਲ ਲਿਖੋ',
    genderRequired: 'ਕਿਰਪਾ ਕਰਕੇ ਲਿੰਗ ਚੁਣੋ',
    ageRequired: 'ਆਪਣੀ ਉਮਰ ਲਿਖੋ',
    ageInvalid: 'ਸਹੀ ਉਮਰ ਲਿਖੋ',
    nameRefused: 'ਇਹ ਨਾਂ ਨਹੀਂ ਚੱਲੇਗਾ',
    other: 'ਕੁਝ ਗੜਬੜ ਹੋ ਗਈ',
  },
};
