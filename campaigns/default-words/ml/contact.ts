import type { ContactWords } from '../../public/words.ts';

export const contact: ContactWords = {
  title: 'ബന്ധപ്പെടുക',
  intro: 'സമ്മാനത്തെക്കുറിച്ച് എന്തെങ്കിലും ചോദിക്കാനുണ്ടോ? ഞങ്ങൾക്ക് എഴുതുക, അല്ലെങ്കിൽ വിളിക്കുക.',
  emailLabel: 'ഇമെയിൽ',
  phoneLabel: 'ഫോൺ',
};
