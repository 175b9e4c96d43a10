import type { CampaignWords } from '../../../public/words.ts';

export const privacy: CampaignWords['privacy'] = {
  statement: 'میں تصدیق کرتا/کرتی ہوں کہ میں کم از کم {minAge} سال کا/کی ہوں۔',
  statementReason:
    'یہ آفر صرف بالغوں کے لیے ہے، اس لیے پہلے ہی پوچھ لیتے ہیں۔ سوڈے میں شراب نہیں ہے۔',
};
