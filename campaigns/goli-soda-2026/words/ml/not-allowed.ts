import type { CampaignWords } from '../../../public/words.ts';

export const notAllowed: CampaignWords['notAllowed'] = {
  hint: '₹{packPrice}-ന്റെ കുപ്പിയുടെ ലേബൽ ഇളക്കിയെടുക്കുക: കോഡ് അതിന്റെ പിന്നിലുണ്ട്. ഫോണിന്റെ ക്യാമറ അതിനു നേരെ പിടിക്കുക.',
};
