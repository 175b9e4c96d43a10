import { expect, test } from 'vitest';
import { loadCampaign } from './load-campaign.ts';
import { noticeHash, noticeVersion } from './notice-hash.ts';

test('the hash of the notices changes with each of their texts, and with nothing else', async () => {
  const words = (await loadCampaign('biscuit-2025')).words('en');
  const hash = noticeHash(words);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(noticeHash(structuredClone(words))).toBe(hash);
  const others = [
    { ...words, privacy: { ...words.privacy, statement: 'Another.' } },
    { ...words, home: { ...words.home, agree: 'Another.' } },
    {
      ...words,
      consentNotice: { ...words.consentNotice, sections: words.consentNotice.sections.slice(1) },
    },
  ];
  expect(new Set([hash, ...others.map(noticeHash)]).size).toBe(4);
  expect(noticeHash({ ...words, home: { ...words.home, headline: 'Another.' } })).toBe(hash);
});

test('[HOM-5] the version of the notice changes with its text in any language', async () => {
  const campaign = await loadCampaign('biscuit-2025');
  const words = campaign.languages.map((language) => campaign.words(language));
  const version = noticeVersion(words);
  for (const language of campaign.languages) {
    expect(campaign.publicCampaign(language).noticeVersion).toBe(version);
  }
  for (const [index, { privacy }] of words.entries()) {
    const changed = words.map((unchanged, at) =>
      at === index ? { ...unchanged, privacy: { ...privacy, statement: 'Another.' } } : unchanged,
    );
    expect(noticeVersion(changed)).not.toBe(version);
  }
});
