import type { DefaultWords } from '../../public/words.ts';

export const reward: DefaultWords['reward'] = {
  congratulations: 'बधाई हो!',
  won: 'आपने ₹{amount} जीते हैं',
  voucher: 'आपका गिफ़्ट वाउचर {voucherDays} दिन के अंदर SMS से आएगा।',
  validity: 'यह {voucherYears} साल तक चलेगा।',
  by: 'यह ज़्यादा से ज़्यादा {date} तक आ जाएगा।',
  owner: '{name} के लिए, मोबाइल नंबर के आखिरी अंक {digits}',
  keep: 'SMS सँभालकर रखें: उसमें लिखा कोड ही आपका वाउचर है।',
  save: 'तस्वीर सेव करें',
  share: 'शेयर करें',
  shareText: 'मुझे {campaign} से ₹{amount} का गिफ़्ट वाउचर मिला!',
  copied: 'कॉपी हो गया। इसे किसी संदेश में पेस्ट करें।',
  notSaved: 'तस्वीर सेव नहीं हो पाई। आप स्क्रीनशॉट ले सकते हैं।',
  alreadyThere: '{mobile} का इनाम आपका हो चुका है: ₹{amount}। इसका वाउचर SMS से आएगा।',
  fixedNote: '{state} से भाग लेने वाले हर व्यक्ति को ₹{amount} का तय इनाम मिलता है।',
  voucherStates: {
    owed: 'यह आपके लिए तैयार हो रहा है।',
    sent: 'यह रास्ते में है: हमने इसे SMS कंपनी को दे दिया है।',
    delivered: 'SMS आपके फ़ोन पर पहुँच गया है।',
    failed: 'SMS आपके फ़ोन पर नहीं पहुँचा। आपका वाउचर सुरक्षित है: “संपर्क करें” खोलकर हमसे पूछें।',
    settled: 'इसका मामला आपके साथ सुलझा लिया गया है। कुछ पूछना है? “संपर्क करें” देखें।',
    notSent: 'आपका वाउचर नहीं भेजा गया। “संपर्क करें” खोलकर हमसे पूछें।',
  },
};
