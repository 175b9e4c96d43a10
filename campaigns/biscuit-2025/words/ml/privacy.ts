import type { CampaignWords } from '../../../public/words.ts';

export const privacy: CampaignWords['privacy'] = {
  statement: 'എന്റെ പ്രദേശത്ത് മദ്യപിക്കാൻ നിയമം അനുവദിക്കുന്ന പ്രായം എനിക്ക് കഴിഞ്ഞെന്ന് ഞാൻ ഉറപ്പു തരുന്നു.',
  statementReason: 'ഈ ഓഫർ മുതിർന്നവർക്ക് മാത്രമാണ്, അതുകൊണ്ടാണ് തുടക്കത്തിൽത്തന്നെ ചോദിക്കുന്നത്. പാക്കറ്റിൽ മദ്യമില്ല.',
};
