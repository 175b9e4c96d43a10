import type { DemoWords } from '../../public/words.ts';

export const demo: DemoWords = {
  clock: 'ఇది డెమో మాత్రమే: నిజమైన వోచర్లు రావు. ఆఫర్ గడియారంలో తేదీ {date}.',
  phoneTitle: 'డెమో ఫోన్',
  phoneEmpty: 'ఇంకా మెసేజ్‌లు ఏమీ రాలేదు.',
};
