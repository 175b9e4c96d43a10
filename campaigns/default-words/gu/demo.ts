import type { DemoWords } from '../../public/words.ts';

export const demo: DemoWords = {
  clock: 'આ ફક્ત નમૂનો છે: અહીં અસલી વાઉચર મળતાં નથી. ઑફરની ઘડિયાળમાં આજે {date} છે.',
  phoneTitle: 'નમૂનાનો ફોન',
  phoneEmpty: 'હજી કોઈ મેસેજ આવ્યો નથી.',
};
