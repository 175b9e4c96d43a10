import type { ContactWords } from '../../public/words.ts';

export const contact: ContactWords = {
  title: 'தொடர்பு கொள்ள',
  intro: 'உங்கள் பரிசு பற்றிக் கேள்வியா? எங்களுக்கு எழுதுங்கள் அல்லது அழையுங்கள்.',
  emailLabel: 'மின்னஞ்சல்',
  phoneLabel: 'தொலைபேசி',
};
