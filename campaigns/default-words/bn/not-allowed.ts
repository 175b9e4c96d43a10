import type { DefaultWords } from '../../public/words.ts';

export const notAllowed: DefaultWords['notAllowed'] = {
  message: 'অংশ নিতে দয়া করে QR কোড স্ক্যান করুন',
};
