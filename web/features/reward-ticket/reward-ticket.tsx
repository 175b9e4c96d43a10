// Congratulates on the reward that the server has granted, and says how the voucher comes (Requirements REW-1,
// REW-3).
import { fill } from '@inaam/campaigns/fill.ts';
import { readPerson } from '../../session/remembered-person.ts';
import { Seal } from '../../ui/seal.tsx';
import { useApp, useSession } from '../../use-app.ts';
import { fixedState } from './fixed-state.ts';
import './reward-ticket.css';

export function RewardTicket() {
  const { campaign, local } = useApp();
  const { reward } = campaign.words;
  const amount = useSession((session) => session.winType);
  const isFixedReward = useSession((session) => session.fromTN === 1);
  const state = isFixedReward
    ? fixedState(campaign.fixedRewardStates, readPerson(local).state)
    : undefined;
  if (amount === null) return null;
  return (
    <section className="reward">
      <Seal />
      <h1>{reward.congratulations}</h1>
      <div className="ticket">
        <p className="ticket-won">{fill(reward.won, { amount })}</p>
      </div>
      <div className="reward-next">
        <p>{reward.voucher}</p>
        <p>{reward.validity}</p>
      </div>
      {state !== undefined && (
        <p className="reward-note">{fill(reward.fixedNote, { amount, state })}</p>
      )}
      <p className="reward-thanks">{reward.thanks}</p>
    </section>
  );
}
