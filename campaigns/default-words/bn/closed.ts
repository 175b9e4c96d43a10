import type { DefaultWords } from '../../public/words.ts';

export const closed: DefaultWords['closed'] = {
  ended: 'এই অফার {from} থেকে {to} পর্যন্ত চলেছিল। যাঁরা অংশ নিয়েছেন, সবাইকে ধন্যবাদ।',
};
