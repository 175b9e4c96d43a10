import type { CampaignWords } from '../../../public/words.ts';

export const privacy: CampaignWords['privacy'] = {
  statement: 'मी खात्री देतो/देते की मला {minAge} वर्षे पूर्ण झाली आहेत.',
  statementReason: 'ही ऑफर फक्त प्रौढांसाठी आहे, म्हणून आधीच विचारतो. सोड्यात मद्य नाही.',
};
