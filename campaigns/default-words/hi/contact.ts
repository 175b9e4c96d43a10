import type { ContactWords } from '../../public/words.ts';

export const contact: ContactWords = {
  title: 'संपर्क करें',
  intro: 'इनाम के बारे में कुछ पूछना है? हमें लिखें या फ़ोन करें।',
  emailLabel: 'ईमेल',
  phoneLabel: 'फ़ोन',
};
