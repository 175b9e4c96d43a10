import type { DefaultWords } from '../../public/words.ts';

export const entry: DefaultWords['entry'] = {
  pageTitle: '{campaign}',
  scriptsNeeded: 'भाग लेने के लिए कृपया अपने ब्राउज़र में JavaScript चालू करें।',
  cannotStart:
    'यह पेज इस ब्राउज़र में नहीं चलता। कृपया इसे अपडेट करें, या Chrome या किसी दूसरे फ़ोन का इस्तेमाल करें।',
  skipToContent: 'सीधे मुख्य भाग पर जाएँ',
};
