// The three reward screens.
import type { RewardWords } from '../../../public/words.ts';

export const reward: RewardWords = {
  congratulations: 'बधाई हो!',
  won: 'आपने ₹{amount} जीते हैं',
  voucher: 'आपका गिफ़्ट वाउचर 10 दिन के अंदर SMS से आएगा।',
  validity: 'यह 1 साल तक चलेगा।',
  fixedNote: '{state} में भाग लेने वाले हर व्यक्ति को ₹{amount} का तय इनाम मिलता है।',
  thanks: 'धन्यवाद। चाय का मज़ा लीजिए!',
};
