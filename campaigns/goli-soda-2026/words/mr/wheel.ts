import type { WheelWords } from '../../../public/words.ts';

export const wheel: Partial<WheelWords> = {
  title: 'गोटी दाबा, चाक फिरवा',
  hint: 'प्रत्येक वेळी बक्षीस पक्के. “फिरवा” दाबा किंवा चाक बोटाने फिरवा.',
};
