import type { PublicWords } from '@inaam/campaigns/public/public-campaign.ts';
import type { Programme } from '../../session/navigation/guard.ts';
import { paths, type Path } from '../../session/navigation/paths.ts';

/** `code` and `fixedReward` are shown at HOME's address. */
export type Page = Path | 'code' | 'fixedReward';

/** Title for the browser's tab and history: page and campaign; on HOME only the campaign. */
export function pageTitle(words: PublicWords, page: Page, programme: Programme): string {
  const title = ownTitle(words, page, programme);
  const { pageTitle: campaign } = words.entry;
  return title === undefined ? campaign : `${title} · ${campaign}`;
}

function ownTitle(words: PublicWords, page: Page, programme: Programme): string | undefined {
  switch (page) {
    case paths.home:
      return undefined;
    case 'code':
      return words.otp.title;
    case 'fixedReward':
      return words.wheel.fixedTitle;
    case paths.spinWheel:
      return words.wheel.title;
    case paths.rewardFive:
    case paths.rewardThree:
    case paths.congrats:
      return words.reward.congratulations;
    case paths.profile:
      return words.profile.title;
    case paths.editProfile:
      return words.editProfile.title;
    case paths.closed:
      return closedTitle(words, programme);
    case paths.notAllowed:
      return words.notAllowed.message;
    default:
      return page satisfies never;
  }
}

export function closedTitle({ closed }: PublicWords, programme: Programme): string {
  if (programme === 'notStarted') return closed.notStartedTitle;
  return programme === 'paused' ? closed.pausedTitle : closed.endedTitle;
}
