import type { DefaultWords } from '../../public/words.ts';

export const entry: DefaultWords['entry'] = {
  pageTitle: '{campaign}',
  scriptsNeeded: 'भाग लेने के लिए कृपया अपने ब्राउज़र में JavaScript चालू करें।',
  skipToContent: 'सीधे मुख्य भाग पर जाएँ',
};
