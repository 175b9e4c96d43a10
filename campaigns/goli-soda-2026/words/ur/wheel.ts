import type { WheelWords } from '../../../public/words.ts';

export const wheel: Partial<WheelWords> = {
  title: 'گولی دبائیے، پہیہ گھمائیے',
  hint: 'ہر بار انعام پکا۔ "گھمائیں" دبائیں یا پہیے کو انگلی سے گھمائیں۔',
};
