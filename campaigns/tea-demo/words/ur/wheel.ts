import type { WheelWords } from '../../../public/words.ts';

export const wheel: Partial<WheelWords> = {
  title: 'چینی گھولیے، پہیہ گھمائیے',
  hint: 'ہر بار جیت پکی۔ “گھمائیں” دبائیں یا پہیے کو انگلی سے گھمائیں۔',
};
