import type { DefaultWords } from '../../public/words.ts';

export const privacy: DefaultWords['privacy'] = {
  title: 'গোপনীয়তা নোটিস',
  readMore: 'আমরা কী জানতে চাই, আর কেন:',
  yes: 'হ্যাঁ',
  no: 'না',
  submit: 'জমা দিন',
  refused: 'ধন্যবাদ! আমাদের অফারের নিয়ম ও শর্ত অনুযায়ী আপনি অংশ নিতে পারবেন না।',
};
