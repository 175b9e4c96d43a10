import type { CampaignWords } from '../../../public/words.ts';

export const privacy: CampaignWords['privacy'] = {
  statement: 'ਮੈਂ ਪੁਸ਼ਟੀ ਕਰਦਾ/ਕਰਦੀ ਹਾਂ ਕਿ ਮੇਰੀ ਉਮਰ {minAge} ਸਾਲ ਜਾਂ ਵੱਧ ਹੈ।',
  statementReason: 'ਇਹ ਆਫ਼ਰ ਸਿਰਫ਼ ਬਾਲਗਾਂ ਲਈ ਹੈ, ਇਸ ਲਈ ਸ਼ੁਰੂ ਵਿੱਚ ਹੀ ਪੁੱਛਦੇ ਹਾਂ।',
};
