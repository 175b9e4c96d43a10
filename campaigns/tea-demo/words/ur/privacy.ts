import type { CampaignWords } from '../../../public/words.ts';

export const privacy: CampaignWords['privacy'] = {
  statement: 'میں تصدیق کرتا/کرتی ہوں کہ میری عمر {minAge} سال یا اس سے زیادہ ہے۔',
  statementReason: 'یہ آفر صرف بالغوں کے لیے ہے، اس لیے ہم شروع ہی میں پوچھتے ہیں۔',
};
