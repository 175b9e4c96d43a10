import type { WheelWords } from '../../../public/words.ts';

export const wheel: Partial<WheelWords> = {
  title: 'ਖੰਡ ਘੋਲੋ, ਪਹੀਆ ਘੁਮਾਓ',
  hint: 'ਹਰ ਵਾਰ ਜਿੱਤ ਪੱਕੀ। “ਘੁਮਾਓ” ਦਬਾਓ ਜਾਂ ਪਹੀਏ ਨੂੰ ਉਂਗਲ ਨਾਲ ਘੁਮਾਓ।',
};
