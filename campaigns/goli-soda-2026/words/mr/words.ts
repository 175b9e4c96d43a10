import type { CampaignWords } from '../../../public/words.ts';
import { closed } from './closed.ts';
import { entry } from './entry.ts';
import { home } from './home.ts';
import { howTo } from './how-to.ts';
import { notAllowed } from './not-allowed.ts';
import { privacy } from './privacy.ts';
import { reward } from './reward.ts';
import { terms } from './terms.ts';
import { wheel } from './wheel.ts';

export const words: CampaignWords = {
  closed,
  entry,
  home,
  howTo,
  notAllowed,
  privacy,
  reward,
  terms,
  wheel,
};
