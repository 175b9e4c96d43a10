import { expect, test } from 'vitest';
import { createHero } from './hero.ts';

type Given = { search?: string; isReduced?: boolean; savesData?: boolean };

function heroOf({ search = '?utm_source=qrcode', isReduced = false, savesData = false }: Given) {
  return createHero({
    location: { search },
    isReduced: () => isReduced,
    savesData: () => savesData,
  });
}

test('[HOM-1] a scan opens the hero once', () => {
  const hero = heroOf({});
  expect([hero.claimOpeningAnimation(), hero.claimOpeningAnimation()]).toEqual([true, false]);
});

test.each([
  ['without a scan', { search: '' }],
  ['from a poster', { search: '?utm_source=poster' }],
  ['under reduced motion', { isReduced: true }],
])('[HOM-1] %s nothing opens', (_, given) => {
  expect(heroOf(given).claimOpeningAnimation()).toBe(false);
});

test.each([
  [{}, true],
  [{ savesData: true }, false],
])('[HOM-1] %j wants the image: %s', (given, isWanted) => {
  expect(heroOf(given).isImageWanted()).toBe(isWanted);
});
