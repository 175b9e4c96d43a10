import type { WheelWords } from '../../../public/words.ts';

export const wheel: Partial<WheelWords> = {
  title: 'கலக்கிச் சுழற்றுங்கள்',
  hint: 'ஒவ்வொரு சுழற்சியிலும் வெற்றி. “சுழற்று” அழுத்துங்கள், அல்லது சக்கரத்தை விரலால் சுழற்றுங்கள்.',
};
