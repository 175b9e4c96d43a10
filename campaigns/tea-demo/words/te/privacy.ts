import type { CampaignWords } from '../../../public/words.ts';

export const privacy: CampaignWords['privacy'] = {
  statement: 'నాకు {minAge} ఏళ్లు లేదా అంతకంటే ఎక్కువ వయసు ఉందని నిర్ధారిస్తున్నాను.',
  statementReason: 'ఈ ఆఫర్ పెద్దవారికి మాత్రమే, అందుకే మొదలయ్యే ముందే అడుగుతున్నాం.',
};
