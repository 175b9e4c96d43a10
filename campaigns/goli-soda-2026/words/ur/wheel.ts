import type { WheelWords } from '../../../public/words.ts';

export const wheel: Partial<WheelWords> = {
  title: 'سوڈا کھولیے، پہیہ گھمائیے',
  hint: 'ہر بار انعام پکا۔ “گھمائیں” دبائیں یا پہیے کو انگلی سے گھمائیں۔',
};
