import { expect, test } from 'vitest';
import { orderLanguages } from './language-order.ts';

const offered = ['en', 'hi', 'ta', 'te', 'bn', 'ur'];

test.each([
  ['', [], 'en hi ta te bn ur'],
  ['Tamil Nadu', [], 'ta en hi te bn ur'],
  ['Tamil Nadu', ['en-IN', 'hi-IN'], 'ta en hi te bn ur'],
  ['Telangana', ['ta-IN'], 'te ur ta en hi bn'],
  ['', ['bn-IN', 'bn', 'en-US'], 'bn en hi ta te ur'],
  // Languages that are not offered, and unknown states.
  ['Kerala', ['kok-IN'], 'en hi ta te bn ur'],
  ['Sikkim', [], 'en hi ta te bn ur'],
])('in %s with a phone in %j: %s', (state, phone, order) => {
  expect(orderLanguages(offered, { state, phone }).join(' ')).toBe(order);
});
