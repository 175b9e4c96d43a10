import type { DefaultWords } from '../../public/words.ts';

export const reward: DefaultWords['reward'] = {
  congratulations: 'बधाई हो!',
  won: 'आपने ₹{amount} जीते हैं',
  voucher: 'आपका गिफ़्ट वाउचर 10 दिन के अंदर SMS से आएगा।',
  validity: 'यह 1 साल तक चलेगा।',
  alreadyThere: '{mobile} का इनाम आपका हो चुका है: ₹{amount}। इसका वाउचर SMS से आएगा।',
  fixedNote: '{state} से भाग लेने वाले हर व्यक्ति को ₹{amount} का तय इनाम मिलता है।',
};
