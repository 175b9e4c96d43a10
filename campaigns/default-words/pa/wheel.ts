import type { WheelWords } from '../../public/words.ts';

export const wheel: WheelWords = {
  title: 'ਇਨਾਮ ਲਈ ਪਹੀਆ ਘੁਮਾਓ',
  hint: 'ਹਰ ਸਪਿਨ ਉੱਤੇ ਜਿੱਤ ਪੱਕੀ। “ਘੁਮਾਓ” ਦਬਾਓ ਜਾਂ ਪਹੀਏ ਨੂੰ ਉਂਗਲ ਨਾਲ ਘੁਮਾਓ।',
  failed: 'ਤੁਹਾਡਾ ਇਨਾਮ ਸੁਰੱਖਿਅਤ ਹੈ। ਕਿਰਪਾ ਕਰਕੇ “ਘੁਮਾਓ” ਫਿਰ ਦਬਾਓ।',
  play: 'ਘੁਮਾਓ',
  spinning: 'ਪਹੀਆ ਘੁੰਮ ਰਿਹਾ ਹੈ',
  face: '₹{amount}',
  description: '₹{amounts} ਦੇ ਵਾਊਚਰਾਂ ਵਾਲਾ ਇਨਾਮੀ ਪਹੀਆ।',
  outcome: 'ਪਹੀਆ ਰੁਕ ਗਿਆ ਹੈ। ਤੁਸੀਂ ₹{amount} ਜਿੱਤੇ ਹਨ।',
  mute: 'ਆਵਾਜ਼ ਬੰਦ ਕਰੋ',
  fixedTitle: 'ਤੁਹਾਡਾ ਇਨਾਮ ਆ ਰਿਹਾ ਹੈ',
  fixedFailed: 'ਉਹ ਹੁਣੇ ਨਹੀਂ ਆ ਸਕਿਆ: ਕਿਰਪਾ ਕਰਕੇ ਫਿਰ ਕੋਸ਼ਿਸ਼ ਕਰੋ।',
  tryAgain: 'ਫਿਰ ਕੋਸ਼ਿਸ਼ ਕਰੋ',
};
