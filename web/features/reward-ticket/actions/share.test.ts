import { campaignIds, loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { describe, expect, test, vi } from 'vitest';
import { fill } from '@inaam/campaigns/public/fill.ts';
import { calendarFile, lastDayOf } from './reminder.ts';
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

test('a voucher can be used for a year after its reward, at least', () => {
  expect(lastDayOf('2025-05-16')).toBe('2026-05-06');
});

test.each(everyLanguage)('the reminder of %s in %s is an event of its day', (_, tag, loaded) => {
  const { words, contest } = loaded.publicCampaign(tag);
  const title = `${fill(words.reward.reminder, { amount: 10 })}; a, b\\c`;
  const file = calendarFile({ title, id: contest, day: '2026-05-06' });
  const lines = file.split('\r\n');
  expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
  const unfolded = file.replaceAll('\r\n ', '').split('\r\n');
  const escaped = title.replace('\\c', '\\\\c').replace('; a, b', '\\; a\\, b');
  expect(unfolded).toContain(`SUMMARY:${escaped}`);
  expect(unfolded).toContain('DTSTART;VALUE=DATE:20260506');
  expect([unfolded[0], ...unfolded.slice(-2)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR', '']);
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
