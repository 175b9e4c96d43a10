import type { DemoWords } from '../../public/words.ts';

export const demo: DemoWords = {
  clock: 'ਇਹ ਸਿਰਫ਼ ਨਮੂਨਾ ਹੈ: ਇੱਥੇ ਅਸਲੀ ਵਾਊਚਰ ਨਹੀਂ ਮਿਲਦੇ। ਆਫ਼ਰ ਦੀ ਘੜੀ ਵਿੱਚ ਅੱਜ {date} ਹੈ।',
  phoneTitle: 'ਨਮੂਨੇ ਦਾ ਫ਼ੋਨ',
  phoneEmpty: 'ਅਜੇ ਕੋਈ ਮੈਸੇਜ ਨਹੀਂ ਆਇਆ।',
};
