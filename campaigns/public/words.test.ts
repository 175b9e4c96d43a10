import { expect, test } from 'vitest';
import type { CampaignWords, DefaultWords } from './words.ts';

test('a missing default sentence, and a missing one of the campaign, do not compile', () => {
  // @ts-expect-error: `label` is missing.
  const menu: DefaultWords['menu'] = { open: 'Menu', close: 'Close', language: 'Language' };
  expect(menu).not.toHaveProperty('label');
  // @ts-expect-error: the campaign's own `thanks` is missing; `won` replaces a default.
  const reward: CampaignWords['reward'] = { won: 'You have won' };
  expect(reward).not.toHaveProperty('thanks');
});
