import type { ContactWords } from '../../public/words.ts';

export const contact: ContactWords = {
  title: 'સંપર્ક કરો',
  intro: 'ઇનામ વિશે કંઈ પૂછવું છે? અમને લખો અથવા ફોન કરો.',
  emailLabel: 'ઈમેલ',
  phoneLabel: 'ફોન',
};
