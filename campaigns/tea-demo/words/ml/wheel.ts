import type { WheelWords } from '../../../public/words.ts';

export const wheel: Partial<WheelWords> = {
  title: 'പഞ്ചസാര കലക്കൂ, വീൽ കറക്കൂ',
  hint: 'ഓരോ തവണയും സമ്മാനം ഉറപ്പ്. “കറക്കൂ” അമർത്തുക, അല്ലെങ്കിൽ വീൽ വിരൽ കൊണ്ട് കറക്കുക.',
};
