import type { CampaignWords } from '../../../public/words.ts';

export const privacy: CampaignWords['privacy'] = {
  statement: 'എനിക്ക് {minAge} വയസ്സ് തികഞ്ഞെന്ന് ഞാൻ ഉറപ്പു തരുന്നു.',
  statementReason: 'ഈ ഓഫർ മുതിർന്നവർക്കു മാത്രമാണ്, അതുകൊണ്ട് ആദ്യം തന്നെ ചോദിക്കുന്നു. സോഡയിൽ മദ്യമില്ല.',
};
