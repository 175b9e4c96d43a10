import type { CampaignWords } from '../../../public/words.ts';

export const privacy: CampaignWords['privacy'] = {
  statement: 'હું ખાતરી આપું છું કે મને {minAge} વર્ષ પૂરાં થયાં છે.',
  statementReason: 'આ ઑફર ફક્ત પુખ્ત લોકો માટે છે, એટલે પહેલાં જ પૂછીએ છીએ. સોડામાં દારૂ નથી.',
};
