import { campaignIds, loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { describe, expect, test, vi } from 'vitest';
import { shareContent, shareOrCopy } from './share.ts';
import { wrap } from './voucher-picture.ts';

const campaigns = await Promise.all((await campaignIds()).map((id) => loadCampaign(id)));
const everyLanguage = campaigns.flatMap((campaign) =>
  campaign.languages.map((language) => [campaign.id, language, campaign] as const),
);

describe('what is shared', () => {
  test.each(everyLanguage)('of %s in %s says brand and amount, nothing else', (_, tag, loaded) => {
    const campaign = loaded.publicCampaign(tag);
    const [lowest = 0, highest = 0] = campaign.outcomes.map(({ amount }) => amount);
    const content = shareContent(campaign, highest, 'https://inaam.example');
    expect(Object.keys(content).toSorted()).toEqual(['text', 'title', 'url']);
    expect(content.title).toBe(campaign.name);
    expect(content.text).toContain('Inaam');
    expect(content.text).toContain(`₹${highest}`);
    expect(content.text).not.toMatch(/[{}]/);
    // The amount is the only number: no part of a mobile number, a code or a date.
    expect(content.text.replace(campaign.name, '').match(/\d+/g)).toEqual([String(highest)]);
    // Not the QR code's address, which is only on packs.
    expect(content.url).toBe(`https://inaam.example/?from=friend&language=${tag}`);
    expect(shareContent(campaign, lowest, 'https://inaam.example').text).not.toBe(content.text);
  });
});

test.each(['AbortError', 'InvalidStateError'])(
  'a sheet that answers %s, closed or still open, copies nothing',
  async (name) => {
    const writeText = vi.fn<() => Promise<void>>();
    const share = () => Promise.reject(new DOMException('', name));
    vi.stubGlobal('navigator', { share, canShare: () => false, clipboard: { writeText } });
    const content = { title: '', text: '', url: '' };
    expect(await shareOrCopy(content, () => Promise.reject(new Error('No picture.')))).toBe(false);
    expect(writeText).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  },
);

test.each([
  ['one line', 20, ['one line']],
  ['three short words', 11, ['three short', 'words']],
  ['unbreakable-and-long word', 6, ['unbreakable-and-long', 'word']],
  ['', 6, ['']],
])('on a picture "%s" breaks within %s', (line, room, parts) => {
  expect(wrap(line, room, (text) => text.length)).toEqual(parts);
});
