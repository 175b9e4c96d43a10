import type { CampaignWords } from '../../../public/words.ts';

export const privacy: CampaignWords['privacy'] = {
  statement: 'હું ખાતરી આપું છું કે મારી ઉંમર {minAge} વર્ષ કે તેથી વધુ છે.',
  statementReason: 'આ ઑફર ફક્ત પુખ્ત લોકો માટે છે, એટલે શરૂઆતમાં જ પૂછીએ છીએ.',
};
