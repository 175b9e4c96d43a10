import type { DemoWords } from '../../public/words.ts';

export const demo: DemoWords = {
  clock: 'ഇത് ഡെമോ മാത്രം: യഥാർത്ഥ വൗച്ചറുകൾ കിട്ടില്ല. ഓഫറിന്റെ ക്ലോക്കിൽ തീയതി {date}.',
  phoneTitle: 'ഡെമോ ഫോൺ',
  phoneEmpty: 'മെസേജ് ഒന്നും വന്നിട്ടില്ല.',
};
