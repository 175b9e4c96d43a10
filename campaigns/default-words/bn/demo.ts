import type { DemoWords } from '../../public/words.ts';

export const demo: DemoWords = {
  clock: 'এটি শুধু নমুনা: এখানে আসল ভাউচার পাওয়া যায় না। অফারের ঘড়িতে আজ {date}।',
  phoneTitle: 'নমুনার ফোন',
  phoneEmpty: 'এখনও কোনো মেসেজ আসেনি।',
};
