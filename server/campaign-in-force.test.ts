import { expect, test } from 'vitest';
import { withCommitment } from '@inaam/campaigns/loader/commitment-words.ts';
import { campaignIds, loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { campaignInForce } from './campaign-in-force.ts';

test.each(await campaignIds())(
  '[CAM-4] the words and facts of %s follow the last day, there and back',
  async (id) => {
    const committed = withCommitment(await loadCampaign(id), 'ab'.repeat(32));
    let lastDay: string | undefined;
    const campaign = campaignInForce(committed, () => lastDay);
    const seen = () => {
      const { lastDayMoved, programme, words } = campaign.publicCampaign('en');
      return { lastDayMoved, to: programme.to, text: JSON.stringify(words) };
    };
    const before = seen();
    expect(before).toMatchObject({ lastDayMoved: undefined, to: committed.programme.to });
    lastDay = '2025-08-01';
    expect(campaign.programme).toEqual({ ...committed.programme, to: '2025-08-01' });
    expect(seen()).toMatchObject({ lastDayMoved: 'earlier', to: '2025-08-01' });
    expect(campaign.words('en').messages.ended).toContain('1 August 2025');
    expect(seen().text).toContain('the last day is 1 August 2025');
    expect(seen().text).toContain('ab'.repeat(32));
    lastDay = '2026-01-31';
    expect(seen()).toMatchObject({ lastDayMoved: 'later', to: '2026-01-31' });
    // The answer to the privacy notice still counts.
    expect(campaign.publicCampaign('en').noticeVersion).toBe(
      committed.publicCampaign('en').noticeVersion,
    );
    lastDay = committed.programme.to;
    expect(seen()).toEqual(before);
  },
);
