import type { DefaultWords } from '../../public/words.ts';

export const closed: DefaultWords['closed'] = {
  ended: 'ही ऑफर {from} पासून {to} पर्यंत चालली. भाग घेतलेल्या सगळ्यांचे आभार.',
};
