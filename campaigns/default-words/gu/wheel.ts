import type { WheelWords } from '../../public/words.ts';

export const wheel: WheelWords = {
  title: 'ઇનામ માટે વ્હીલ ફેરવો',
  hint: 'દરેક સ્પિનમાં જીત પાકી. “ફેરવો” દબાવો અથવા વ્હીલને આંગળીથી ફેરવી દો.',
  failed: 'તમારું ઇનામ સુરક્ષિત છે. કૃપા કરીને “ફેરવો” ફરી દબાવો.',
  play: 'ફેરવો',
  spinning: 'વ્હીલ ફરી રહ્યું છે',
  face: '₹{amount}',
  description: '₹{amounts} નાં વાઉચરવાળું ઇનામી વ્હીલ.',
  outcome: 'વ્હીલ ઊભું રહ્યું છે. તમે ₹{amount} જીત્યા છો.',
  mute: 'અવાજ બંધ કરો',
  fixedTitle: 'તમારું ઇનામ આવી રહ્યું છે',
  fixedFailed: 'તે અત્યારે મળ્યું નહીં: કૃપા કરીને ફરી પ્રયાસ કરો.',
  tryAgain: 'ફરી પ્રયાસ કરો',
};
