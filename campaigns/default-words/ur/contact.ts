import type { ContactWords } from '../../public/words.ts';

export const contact: ContactWords = {
  title: 'ہم سے رابطہ کریں',
  intro: 'انعام کے بارے میں کوئی سوال؟ ہمیں لکھیں یا فون کریں۔',
  emailLabel: 'ای میل',
  phoneLabel: 'فون',
};
