import type { DemoWords } from '../../public/words.ts';

export const demo: DemoWords = {
  clock: 'மாதிரி மட்டும்: உண்மையான வவுச்சர் இல்லை. நிகழ்ச்சியின் கடிகாரத்தில் தேதி {date}.',
  phoneTitle: 'மாதிரி ஃபோன்',
  phoneEmpty: 'இன்னும் செய்தி எதுவும் இல்லை.',
};
