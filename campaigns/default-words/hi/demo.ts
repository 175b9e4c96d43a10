import type { DemoWords } from '../../public/words.ts';

export const demo: DemoWords = {
  clock: 'यह केवल नमूना है: यहाँ असली वाउचर नहीं मिलते। कार्यक्रम की घड़ी में तारीख {date} है।',
  phoneTitle: 'नमूने का फ़ोन',
  phoneEmpty: 'अभी कोई संदेश नहीं आया है।',
};
