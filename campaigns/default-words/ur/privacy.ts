import type { DefaultWords } from '../../public/words.ts';

export const privacy: DefaultWords['privacy'] = {
  title: 'رازداری نوٹس',
  readMore: 'ہم کیا پوچھتے ہیں، اور کیوں:',
  yes: 'ہاں',
  no: 'نہیں',
  submit: 'جمع کریں',
  refused: 'شکریہ! ہماری شرائط و ضوابط کے مطابق آپ حصہ نہیں لے سکتے۔',
};
