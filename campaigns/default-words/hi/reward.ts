import type { DefaultWords } from '../../public/words.ts';

export const reward: DefaultWords['reward'] = {
  congratulations: 'बधाई हो!',
  won: 'आपने ₹{amount} जीते हैं',
  voucher: 'आपका गिफ़्ट वाउचर 10 दिन के अंदर SMS से आएगा।',
  validity: 'यह 1 साल तक चलेगा।',
  alreadyThere: '{mobile} का इनाम आपका हो चुका है: ₹{amount}। इसका वाउचर SMS से आएगा।',
  fixedNote: '{state} से भाग लेने वाले हर व्यक्ति को ₹{amount} का तय इनाम मिलता है।',
  voucherStates: {
    owed: 'यह आपके लिए तैयार हो रहा है।',
    sent: 'यह रास्ते में है: हमने इसे SMS कंपनी को दे दिया है।',
    delivered: 'SMS आपके फ़ोन पर पहुँच गया है।',
    failed: 'SMS आपके फ़ोन पर नहीं पहुँचा। आपका वाउचर सुरक्षित है: “संपर्क करें” में हमसे पूछें।',
    settled: 'हमने इसे आपके साथ निपटा दिया है। कुछ पूछना है? “संपर्क करें” देखें।',
    notSent: 'आपका वाउचर नहीं भेजा गया। “संपर्क करें” में हमसे पूछें।',
  },
};
