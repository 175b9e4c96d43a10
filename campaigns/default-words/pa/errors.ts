import type { ErrorWords } from '../../public/words.ts';

export const errors: ErrorWords = {
  sessionNotFound: 'ਸੈਸ਼ਨ ਨਹੀਂ ਮਿਲਿਆ! ਕਿਰਪਾ ਕਰਕੇ ਪੇਜ ਰਿਫ੍ਰੈਸ਼ ਕਰੋ',
  sessionExpired: 'ਤੁਹਾਡਾ ਸੈਸ਼ਨ ਖਤਮ ਹੋ ਗਿਆ ਹੈ',
  network: 'ਕਿਰਪਾ ਕਰਕੇ ਆਪਣਾ ਨੈੱਟਵਰਕ ਦੇਖੋ ਅਤੇ ਫਿਰ ਕੋਸ਼ਿਸ਼ ਕਰੋ',
  offline: 'ਤੁਸੀਂ ਆਫ਼ਲਾਈਨ ਹੋ',
  generic: 'ਕੁਝ ਗੜਬੜ ਹੋ ਗਈ, ਥੋੜ੍ਹੀ ਦੇਰ ਬਾਅਦ ਫਿਰ ਕੋਸ਼ਿਸ਼ ਕਰੋ',
  unexpected: 'ਅਚਾਨਕ ਕੋਈ ਗੜਬੜ ਹੋ ਗਈ!',
  rewardSafe: 'ਤੁਹਾਡਾ ਇਨਾਮ ਸੁਰੱਖਿਅਤ ਹੈ।',
  startAgain: 'ਫਿਰ ਤੋਂ ਸ਼ੁਰੂ ਕਰੋ',
  popupTitle: 'ਕਿਰਪਾ ਕਰਕੇ ਧਿਆਨ ਦਿਓ',
  offlineNow: 'ਤੁਸੀਂ ਆਫ਼ਲਾਈਨ ਹੋ। ਤੁਹਾਡਾ ਲਿਖਿਆ ਕੁਝ ਵੀ ਨਹੀਂ ਗੁਆਚਿਆ।',
};
