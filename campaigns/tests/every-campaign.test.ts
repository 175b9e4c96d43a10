// What must hold for every campaign folder and is not a rule of `campaign check`.
import { expect, test } from 'vitest';
import { campaignIds, loadCampaign } from '../loader/load-campaign.ts';
import { contrastHints } from '../validation/cross-checks.ts';

const campaigns = await Promise.all((await campaignIds()).map((id) => loadCampaign(id)));

test('[CAM-5] campaigns differ in id and cookie', () => {
  expect(campaigns.length).toBeGreaterThan(1);
  expect(new Set(campaigns.map(({ contest }) => contest)).size).toBe(campaigns.length);
});

test.each(campaigns)('every text of $id has a contrast of 7 to 1', (campaign) => {
  expect(contrastHints(campaign)).toEqual([]);
});

test.each(
  campaigns.flatMap((campaign) =>
    campaign.languages.map((language) => ({ id: campaign.id, language, campaign })),
  ),
)(
  'the words of $id in $language have typographic quotation marks and apostrophes',
  ({ campaign, language }) => {
    const { entry: _, ...words } = campaign.words(language);
    const sentences = sentencesIn(words);
    expect(sentences.length).toBeGreaterThan(200);
    const { name, promoter } = campaign;
    const own = sentences.map((one) => one.replaceAll(name, '').replaceAll(promoter, ''));
    expect(own.filter((sentence) => /["'`]/.test(sentence))).toEqual([]);
  },
);

function sentencesIn(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  return typeof part === 'object' && part !== null
    ? Object.values(part).flatMap((inner) => sentencesIn(inner))
    : [];
}
