import type { CampaignWords } from '../../../public/words.ts';

export const privacy: CampaignWords['privacy'] = {
  statement: 'मी खात्री देतो/देते की माझे वय माझ्या भागातील मद्यपानाच्या कायदेशीर वयापेक्षा जास्त आहे.',
  statementReason: 'ही ऑफर फक्त प्रौढांसाठी आहे, म्हणून सुरुवातीलाच विचारतो. पॅकमध्ये दारू नाही.',
};
