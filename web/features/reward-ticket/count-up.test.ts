import { expect, test } from 'vitest';
import { countUpTexts } from './count-up.ts';

test.each([
  ['₹3', 3, ['₹1', '₹2', '₹3']],
  ['₹5', 5, ['₹1', '₹2', '₹3', '₹4', '₹5']],
  ['₹10', 10, ['₹1', '₹2', '₹3', '₹4', '₹5', '₹6', '₹7', '₹8', '₹9', '₹10']],
  ['₹50', 50, ['₹5', '₹10', '₹15', '₹20', '₹25', '₹30', '₹35', '₹40', '₹45', '₹50']],
  ['₹1', 1, ['₹1']],
  // Grouped digits are not counted up.
  ['₹1,000', 1000, ['₹1,000']],
])('[REW-1] %s is counted up to', (text, amount, texts) => {
  expect(countUpTexts(text, amount)).toEqual(texts);
});
