import type { WheelWords } from '../../../public/words.ts';

export const wheel: Partial<WheelWords> = {
  title: 'Pop the marble, spin the wheel',
  hint: 'There is a reward in every spin. Press PLAY, or give the wheel a flick.',
};
