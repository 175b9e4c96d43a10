import type { ContactWords } from '../../public/words.ts';

export const contact: ContactWords = {
  title: 'যোগাযোগ করুন',
  intro: 'পুরস্কার নিয়ে কিছু জানতে চান? আমাদের লিখুন বা ফোন করুন।',
  emailLabel: 'ইমেল',
  phoneLabel: 'ফোন',
};
