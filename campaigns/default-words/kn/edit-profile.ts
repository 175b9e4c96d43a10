import type { EditProfileWords } from '../../public/words.ts';
import { home } from './home.ts';

export const editProfile: EditProfileWords = {
  title: 'ಪ್ರೊಫೈಲ್ ಬದಲಾಯಿಸಿ',
  name: home.name,
  state: home.state,
  stateChoose: home.stateChoose,
  city: 'ನಗರ',
  cityChoose: 'ನಿಮ್ಮ ನಗರ ಆರಿಸಿ',
  citiesFailed: 'ನಿಮ್ಮ ರಾಜ್ಯದ ನಗರಗಳ ಪಟ್ಟಿ ಸಿಗಲಿಲ್ಲ.',
  cityNeedsState: 'ಮೊದಲು ನಿಮ್ಮ ರಾಜ್ಯ ಆರಿಸಿ',
  email: 'ಇಮೇಲ್',
  optional: '(ಕಡ್ಡಾಯವಲ್ಲ)',
  gender: 'ಲಿಂಗ',
  genders: { male: 'ಪುರುಷ', female: 'ಮಹಿಳೆ', others: 'ಹೇಳಲು ಇಷ್ಟವಿಲ್ಲ' },
  age: 'ವಯಸ್ಸು',
  save: 'ಸೇವ್ ಮಾಡಿ',
  back: 'ಹಿಂದೆ',
  saved: 'ನಿಮ್ಮ ವಿವರಗಳು ಸೇವ್ ಆಗಿವೆ.',
  fetchFailed: 'ನಿಮ್ಮ ವಿವರಗಳು ಈಗ ಸಿಗಲಿಲ್ಲ. ಏನೂ ಕಳೆದುಹೋಗಿಲ್ಲ. ದಯವಿಟ್ಟು ಮತ್ತೆ ಪ್ರಯತ್ನಿಸಿ.',
  errors: {
    nameInvalid: 'ಸರಿಯಾದ ಹೆಸರು ಬರೆಯಿರಿ',
    stateRequired: home.errors.stateRequired,
    cityRequired: '*ದಯವಿಟ್ಟು ನಿಮ್ಮ ನಗರ ಆರಿಸಿ',
    emailInvalid: '*ಸರಿಯಾದ ಇಮೇಲ್ ಬರೆಯಿರಿ',
    emailRefused: 'ದಯವಿಟ್ಟು ಸರಿಯಾದ ಇಮೇಲ್ ಬರೆಯಿರಿ',
    genderRequired: 'ದಯವಿಟ್ಟು ಲಿಂಗ ಆರಿಸಿ',
    ageRequired: 'ನಿಮ್ಮ ವಯಸ್ಸು ಬರೆಯಿರಿ',
    ageInvalid: 'ಸರಿಯಾದ ವಯಸ್ಸು ಬರೆಯಿರಿ',
    nameRefused: 'ಈ ಹೆಸರು ಮಾನ್ಯವಲ್ಲ',
    other: 'ಏನೋ ತಪ್ಪಾಗಿದೆ',
  },
};
