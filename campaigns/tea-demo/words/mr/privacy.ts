import type { CampaignWords } from '../../../public/words.ts';

export const privacy: CampaignWords['privacy'] = {
  statement: 'मी खात्री देतो/देते की माझे वय {minAge} वर्षे किंवा जास्त आहे.',
  statementReason: 'ही ऑफर फक्त प्रौढांसाठी आहे, म्हणून सुरुवातीलाच विचारतो.',
};
