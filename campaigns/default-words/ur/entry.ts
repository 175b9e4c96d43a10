import type { DefaultWords } from '../../public/words.ts';

export const entry: DefaultWords['entry'] = {
  pageTitle: '{campaign}',
  scriptsNeeded: 'حصہ لینے کے لیے براہ کرم اپنے براؤزر میں JavaScript چالو کریں۔',
  cannotStart:
    'یہ صفحہ اس براؤزر میں نہیں چلتا۔ براہ کرم اسے اپ ڈیٹ کریں، یا Chrome یا کوئی دوسرا فون استعمال کریں۔',
  skipToContent: 'سیدھے اصل حصے پر جائیں',
};
