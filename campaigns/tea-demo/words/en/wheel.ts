import type { WheelWords } from '../../../public/words.ts';

export const wheel: Partial<WheelWords> = {
  title: 'Stir and spin',
  hint: 'Each spin wins. Press PLAY or flick the wheel.',
};
