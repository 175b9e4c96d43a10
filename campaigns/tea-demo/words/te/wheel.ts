import type { WheelWords } from '../../../public/words.ts';

export const wheel: Partial<WheelWords> = {
  title: 'చక్కెర కలపండి, చక్రం తిప్పండి',
  hint: 'ప్రతిసారీ బహుమతి ఖాయం. “తిప్పండి” నొక్కండి, లేదా చక్రాన్ని వేలితో తిప్పండి.',
};
