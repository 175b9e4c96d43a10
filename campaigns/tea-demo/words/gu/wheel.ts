import type { WheelWords } from '../../../public/words.ts';

export const wheel: Partial<WheelWords> = {
  title: 'ખાંડ હલાવો, વ્હીલ ફેરવો',
  hint: 'દરેક વખતે જીત પાકી. “ફેરવો” દબાવો અથવા વ્હીલને આંગળીથી ફેરવી દો.',
};
