import type { ContactWords } from '../../public/words.ts';

export const contact: ContactWords = {
  title: 'సంప్రదించండి',
  intro: 'మీ బహుమతి గురించి ఏమైనా అడగాలా? మాకు రాయండి లేదా ఫోన్ చేయండి.',
  emailLabel: 'ఈమెయిల్',
  phoneLabel: 'ఫోన్',
};
