import type { CampaignWords } from '../../../public/words.ts';

export const reward: CampaignWords['reward'] = {
  fixedNote: '{state} ਵਿੱਚ ਹਿੱਸਾ ਲੈਣ ਵਾਲੇ ਹਰ ਵਿਅਕਤੀ ਨੂੰ ₹{amount} ਦਾ ਤੈਅ ਇਨਾਮ ਮਿਲਦਾ ਹੈ।',
  thanks: 'ਧੰਨਵਾਦ। ਚਾਹ ਦਾ ਮਜ਼ਾ ਲਓ!',
};
