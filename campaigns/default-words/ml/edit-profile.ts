import type { EditProfileWords } from '../../public/words.ts';
import { home } from './home.ts';

export const editProfile: EditProfileWords = {
  title: 'പ്രൊഫൈൽ മാറ്റുക',
  name: home.name,
  state: home.state,
  stateChoose: home.stateChoose,
  city: 'നഗരം',
  cityChoose: 'നഗരം തിരഞ്ഞെടുക്കുക',
  citiesFailed: 'നിങ്ങളുടെ സംസ്ഥാനത്തെ നഗരങ്ങളുടെ പട്ടിക കിട്ടിയില്ല.',
  cityNeedsState: 'ആദ്യം സംസ്ഥാനം തിരഞ്ഞെടുക്കുക',
  email: 'ഇമെയിൽ',
  optional: '(നിർബന്ധമല്ല)',
  gender: 'ലിംഗം',
  genders: { male: 'പുരുഷൻ', female: 'സ്ത്രീ', others: 'പറയാൻ താൽപ്പര്യമില്ല' },
  age: 'പ്രായം',
  save: 'സേവ് ചെയ്യുക',
  back: 'തിരികെ',
  saved: 'നിങ്ങളുടെ വിവരങ്ങൾ സേവ് ചെയ്തു.',
  fetchFailed: 'നിങ്ങളുടെ വിവരങ്ങൾ ഇപ്പോൾ കിട്ടിയില്ല. ഒന്നും നഷ്ടപ്പെട്ടിട്ടില്ല. ദയവായി വീണ്ടും ശ്രമിക്കുക.',
  errors: {
    nameInvalid: 'ശരിയായ പേര് എഴുതുക',
    stateRequired: home.errors.stateRequired,
    cityRequired: '*ദയവായി നഗരം തിരഞ്ഞെടുക്കുക',
    emailInvalid: '*ശരിയായ ഇമെയിൽ എഴുതുക',
    emailRefused: 'ദയവായി ശരിയായ ഇമെയിൽ എഴുതുക',
    genderRequired: 'ദയവായി ലിംഗം തിരഞ്ഞെടുക്കുക',
    ageRequired: 'പ്രായം എഴുതുക',
    ageInvalid: 'ശരിയായ പ്രായം എഴുതുക',
    nameRefused: 'ഈ പേര് സ്വീകാര്യമല്ല',
    other: 'എന്തോ കുഴപ്പം പറ്റി',
  },
};
