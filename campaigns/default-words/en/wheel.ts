import type { WheelWords } from '../../public/words.ts';

export const wheel: WheelWords = {
  title: 'Spin for your reward',
  hint: 'Every spin wins. Press PLAY or flick the wheel.',
  failed: 'Your reward is safe. Please press PLAY again.',
  play: 'PLAY',
  spinning: 'The wheel is spinning',
  face: '₹{amount}',
  description: 'A reward wheel with vouchers of ₹{amounts}.',
  outcome: 'The wheel has stopped. You have won ₹{amount}.',
  mute: 'Mute sound',
  fixedTitle: 'Getting your reward',
  fixedFailed: 'We could not get it just now: please try again.',
  tryAgain: 'Try again',
};
