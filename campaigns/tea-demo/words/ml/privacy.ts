import type { CampaignWords } from '../../../public/words.ts';

export const privacy: CampaignWords['privacy'] = {
  statement: 'എനിക്ക് {minAge} വയസ്സോ അതിൽ കൂടുതലോ ഉണ്ടെന്ന് ഞാൻ ഉറപ്പു തരുന്നു.',
  statementReason: 'ഈ ഓഫർ മുതിർന്നവർക്ക് മാത്രമാണ്, അതുകൊണ്ടാണ് തുടക്കത്തിൽത്തന്നെ ചോദിക്കുന്നത്.',
};
