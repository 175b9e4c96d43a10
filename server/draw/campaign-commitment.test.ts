import { expect, test } from 'vitest';
import { withCommitment } from '@inaam/campaigns/loader/complete-words.ts';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { formatDate } from '@inaam/campaigns/public/format-date.ts';
import { campaignInForce } from './campaign-commitment.ts';

const dayFrom = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

test.each(['biscuit-2025', 'goli-soda-2026', 'tea-demo'])(
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
    const [earlier, later] = [-45, 45].map((days) => dayFrom(committed.programme.to, days));
    lastDay = earlier;
    expect(campaign.programme).toEqual({ ...committed.programme, to: earlier });
    expect(seen()).toMatchObject({ lastDayMoved: 'earlier', to: earlier });
    const date = formatDate(earlier ?? '', 'en');
    expect(campaign.words('en').messages.ended).toContain(date);
    expect(seen().text).toContain(`the last day is ${date}`);
    expect(seen().text).toContain('ab'.repeat(32));
    lastDay = later;
    expect(seen()).toMatchObject({ lastDayMoved: 'later', to: later });
    // An earlier answer to the privacy notice is still valid.
    expect(campaign.publicCampaign('en').noticeVersion).toBe(
      committed.publicCampaign('en').noticeVersion,
    );
    lastDay = committed.programme.to;
    expect(seen()).toEqual(before);
  },
);
