import type { WheelWords } from '../../../public/words.ts';

export const wheel: Partial<WheelWords> = {
  title: 'ગોટી દબાવો, વ્હીલ ફેરવો',
  hint: 'દરેક વખતે ઇનામ પાકું. “ફેરવો” દબાવો અથવા વ્હીલને આંગળીથી ફેરવો.',
};
