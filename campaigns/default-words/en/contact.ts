import type { ContactWords } from '../../public/words.ts';

export const contact: ContactWords = {
  title: 'Contact Us',
  intro: 'Questions about your reward? Write to us or call us.',
  emailLabel: 'Email',
  phoneLabel: 'Phone',
};
