import type { WheelWords } from '../../public/words.ts';

export const wheel: WheelWords = {
  title: 'Spin for your reward',
  hint: 'Every spin wins. Press PLAY.',
  play: 'PLAY',
  spinning: 'The wheel is spinning',
  face: 'Rs. {amount}',
  description: 'A reward wheel with a voucher of Rs. {amounts}.',
  outcome: 'The wheel has stopped. You have won Rs. {amount}.',
  mute: 'Mute sound',
  fixedTitle: 'Getting your reward',
  fixedFailed: 'We could not get your reward just now. It is safe: please try again.',
  tryAgain: 'Try again',
};
