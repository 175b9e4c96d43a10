import type { DefaultWords } from '../../public/words.ts';

export const entry: DefaultWords['entry'] = {
  pageTitle: '{campaign}',
  scriptsNeeded: 'ਹਿੱਸਾ ਲੈਣ ਲਈ ਕਿਰਪਾ ਕਰਕੇ ਆਪਣੇ ਬ੍ਰਾਊਜ਼ਰ ਵਿੱਚ JavaScript ਚਾਲੂ ਕਰੋ।',
  cannotStart: 'ਇਹ ਪੇਜ ਇਸ ਬ੍ਰਾਊਜ਼ਰ ਵਿੱਚ ਨਹੀਂ ਚੱਲਦਾ। ਕਿਰਪਾ ਕਰਕੇ ਇਸਨੂੰ ਅੱਪਡੇਟ ਕਰੋ, ਜਾਂ Chrome ਜਾਂ ਕੋਈ ਹੋਰ ਫ਼ੋਨ ਵਰਤੋ।',
  skipToContent: 'ਸਿੱਧਾ ਮੁੱਖ ਹਿੱਸੇ ਉੱਤੇ ਜਾਓ',
};
