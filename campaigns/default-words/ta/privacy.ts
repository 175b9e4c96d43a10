import type { DefaultWords } from '../../public/words.ts';

export const privacy: DefaultWords['privacy'] = {
  title: 'தனியுரிமை அறிவிப்பு',
  readMore: 'என்ன கேட்கிறோம், எதற்காக:',
  yes: 'ஆம்',
  no: 'இல்லை',
  submit: 'சமர்ப்பி',
  refused: 'நன்றி! எங்கள் விதிமுறைகளின்படி நீங்கள் பங்கேற்க முடியாது.',
};
