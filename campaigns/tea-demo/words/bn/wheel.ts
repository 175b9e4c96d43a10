import type { WheelWords } from '../../../public/words.ts';

export const wheel: Partial<WheelWords> = {
  title: 'চিনি গুলুন, চাকা ঘোরান',
  hint: 'প্রতিবারই জিত পাকা। “ঘোরান” টিপুন, বা চাকাটি আঙুল দিয়ে ঘুরিয়ে দিন।',
};
