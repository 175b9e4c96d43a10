import type { DefaultWords } from '../../public/words.ts';

export const closed: DefaultWords['closed'] = {
  ended: 'یہ پروگرام {from} سے {to} تک چلا۔ حصہ لینے والے سب لوگوں کا شکریہ۔',
};
