import type { ContactWords } from '../../public/words.ts';

export const contact: ContactWords = {
  title: 'संपर्क साधा',
  intro: 'बक्षिसाबद्दल काही विचारायचे आहे? आम्हाला लिहा किंवा फोन करा.',
  emailLabel: 'ईमेल',
  phoneLabel: 'फोन',
};
