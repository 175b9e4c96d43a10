import type { EditProfileWords } from '../../public/words.ts';
import { home } from './home.ts';

export const editProfile: EditProfileWords = {
  title: 'ప్రొఫైల్ మార్చండి',
  name: home.name,
  state: home.state,
  stateChoose: home.stateChoose,
  city: 'నగరం',
  cityChoose: 'మీ నగరం ఎంచుకోండి',
  citiesFailed: 'మీ రాష్ట్రంలోని నగరాల జాబితా రాలేదు.',
  cityNeedsState: 'ముందు మీ రాష్ట్రం ఎంచుకోండి',
  email: 'ఈమెయిల్',
  optional: '(తప్పనిసరి కాదు)',
  gender: 'లింగం',
  genders: { male: 'పురుషుడు', female: 'స్త్రీ', others: 'చెప్పదలచుకోలేదు' },
  age: 'వయసు',
  save: 'సేవ్ చేయండి',
  back: 'వెనక్కి',
  saved: 'మీ వివరాలు సేవ్ అయ్యాయి.',
  fetchFailed: 'మీ వివరాలు ఇప్పుడు రాలేదు. ఏమీ పోలేదు. దయచేసి మళ్లీ ప్రయత్నించండి.',
  errors: {
    nameInvalid: 'సరైన పేరు రాయండి',
    stateRequired: home.errors.stateRequired,
    cityRequired: '*దయచేసి మీ నగరం ఎంచుకోండి',
    emailInvalid: '*సరైన ఈమెయిల్ రాయండి',
    emailRefused: 'దయచేసి సరైన ఈమెయిల్ రాయండి',
    genderRequired: 'దయచేసి లింగం ఎంచుకోండి',
    ageRequired: 'మీ వయసు రాయండి',
    ageInvalid: 'సరైన వయసు రాయండి',
    nameRefused: 'ఈ పేరు చెల్లదు',
    other: 'ఏదో పొరపాటు జరిగింది',
  },
};
