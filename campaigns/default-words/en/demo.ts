import type { DemoWords } from '../../public/words.ts';

export const demo: DemoWords = {
  clock: 'Demonstration: no real vouchers. The campaign clock says {date}.',
  phoneTitle: 'Demonstration phone',
  phoneEmpty: 'No messages yet.',
};
