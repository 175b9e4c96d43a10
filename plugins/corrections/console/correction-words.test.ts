import { expect, test } from 'vitest';
import { placeInWords, withEdit } from './correction-words.ts';

test.each([
  ['words/hi.json', ['reward', 'thanks'], 'Hindi: reward, thanks'],
  [
    'words/en.json',
    ['terms', 'sections', 1, 'smallPrint'],
    'English: terms, sections, 2, small print',
  ],
  ['campaign.json', ['contacts', 'phone'], 'Contact: phone'],
  ['art/hero.svg', [], 'Picture: hero'],
])('%s at %j is %s', (file, path, words) => {
  expect(placeInWords({ file, path })).toBe(words);
});

test('typing again replaces the edit, keeps what was shown at first, and the first text ends it', () => {
  const place = { file: 'words/en.json', path: ['reward', 'thanks'] };
  const one = withEdit([], { ...place, before: 'Thnks', after: 'Thanks' });
  const two = withEdit(one, { ...place, before: 'Thanks', after: 'Thank you' });
  expect(two).toEqual([{ ...place, before: 'Thnks', after: 'Thank you' }]);
  expect(withEdit(two, { ...place, before: 'Thank you', after: 'Thnks' })).toEqual([]);
});
