import type { CampaignWords } from '../../../public/words.ts';

export const privacy: CampaignWords['privacy'] = {
  statement: 'నా ప్రాంతంలో మద్యం తాగడానికి చట్టం అనుమతించే వయసు నాకు దాటిందని నిర్ధారిస్తున్నాను.',
  statementReason: 'ఈ ఆఫర్ పెద్దవారికి మాత్రమే, అందుకే మొదలయ్యే ముందే అడుగుతున్నాం. ప్యాక్‌లో మద్యం లేదు.',
};
