import type { DemoWords } from '../../public/words.ts';

export const demo: DemoWords = {
  clock: 'صرف نمونہ: اصلی واؤچر نہیں۔ پروگرام کی گھڑی پر تاریخ {date} ہے۔',
  phoneTitle: 'نمونے کا فون',
  phoneEmpty: 'ابھی کوئی پیغام نہیں۔',
};
