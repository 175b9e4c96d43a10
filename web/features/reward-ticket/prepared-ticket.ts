// Prepares on the wheel's screen what would delay the reward's. Not beside that screen, whose file
// the wheel must not need.
import { fill } from '@inaam/campaigns/public/fill.ts';
import { formatDate } from '@inaam/campaigns/public/format-date.ts';
import type { PublicCampaign } from '@inaam/campaigns/public/public-campaign.ts';
import { useEffect } from 'react';
import { attempt } from '../../optional.ts';
import { useApp } from '../../app/use-app.ts';
import { celebrationOf } from '../../wheel/sound/haptics.ts';
import { engravingPath } from './engraving.ts';

/** Once the wheel is drawn. */
const prepareAfterMs = 600;

export function usePreparedTicket(): void {
  const { campaign } = useApp();
  useEffect(() => {
    const { outcomes, theme } = campaign;
    const amounts = outcomes.map(({ amount }) => amount);
    const timer = setTimeout(() => {
      for (const amount of amounts) {
        engravingPath(theme.kit.ticket.engraving, celebrationOf(amount, amounts));
      }
      layOutTexts(campaign, Math.max(...amounts));
      // The first date of a language takes longer than a frame.
      attempt(() => formatDate(campaign.programme.to, campaign.language), '');
    }, prepareAfterMs);
    return () => clearTimeout(timer);
  }, [campaign]);
}

/** Lays out the ticket's texts and removes them: the engine keeps fonts and shapes of words. */
function layOutTexts({ amounts, words: { reward } }: PublicCampaign, amount: number): void {
  const box = document.createElement('div');
  box.className = 'reward ticket-prepared';
  box.append(
    element('h1', '', [reward.congratulations]),
    element('p', 'ticket-amount', [amounts[amount] ?? '']),
    element('p', 'ticket-won', [fill(reward.won, { amount })]),
    element('p', 'ticket-owner', [fill(reward.owner, { name: '', digits: '0123456789' })]),
    element('div', 'ticket-stub', [
      element('p', 'ticket-news', [reward.voucherStates.owed]),
      fill(reward.redeem, { amount }),
      reward.validity,
      reward.keep,
    ]),
    element('p', 'reward-thanks', [reward.thanks]),
  );
  document.body.append(box);
  box.getBoundingClientRect();
  box.remove();
}

function element(name: string, className: string, content: readonly (string | Node)[]) {
  const made = document.createElement(name);
  made.className = className;
  made.append(...content);
  return made;
}
