import { fill } from '@inaam/campaigns/public/fill.ts';
import { readRegistration } from '../../session/stored-registration.ts';
import { Emblem } from '../../ui/emblem.tsx';
import { stateName } from '../../locale/state-names.ts';
import { useApp, useSession } from '../../app/use-app.ts';
import { useVoucherState } from '../../app/use-voucher-state.ts';
import { wheelSegments } from '../../app/wheel-segments.ts';
import { Confetti } from './confetti.tsx';
import { fixedRewardState } from './fixed-reward-state.ts';
import { Unbroken } from '../../ui/unbroken.tsx';
import '../../ui/full-bleed.css';
import './reward-ticket.css';

export function RewardTicket() {
  const { campaign, local } = useApp();
  const { reward } = campaign.words;
  const amount = useSession((session) => session.rewardAmount);
  const isFixedReward = useSession((session) => session.isFixedReward === true);
  const state = isFixedReward
    ? fixedRewardState(campaign.fixedRewardStates, readRegistration(local).state)
    : undefined;
  const voucher = useVoucherState();
  if (amount === null) return null;
  // The colours of the wheel's face of this amount.
  const face = wheelSegments(campaign).find(({ id }) => id === String(amount));
  return (
    <>
      {/* Outside the panel, whose mask would clip it. */}
      <Confetti />
      <section className="reward full-bleed">
        <h1>{reward.congratulations}</h1>
        <div className="ticket">
          <div
            className="ticket-front"
            style={face && { background: face.colour, color: face.ink }}
          >
            <Emblem />
            <p className="ticket-amount" aria-hidden="true">
              {campaign.amounts[amount]}
            </p>
            <p className="ticket-won">
              <Unbroken text={fill(reward.won, { amount })} />
            </p>
          </div>
          <div className="ticket-stub">
            <SmsIcon />
            <div>
              <p>
                <Unbroken text={reward.voucher} />
              </p>
              <p className="ticket-state" aria-live="polite">
                {voucher !== undefined && reward.voucherStates[voucher]}
              </p>
            </div>
            <CalendarIcon />
            <p>
              <Unbroken text={reward.validity} />
            </p>
          </div>
        </div>
        {state !== undefined && (
          <p className="reward-note">
            {fill(reward.fixedNote, { amount, state: stateName(state, campaign) })}
          </p>
        )}
        <p className="reward-thanks">{reward.thanks}</p>
      </section>
    </>
  );
}

function SmsIcon() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path d="M5 5H27A3 3 0 0 1 30 8V20A3 3 0 0 1 27 23H14L7 29V23H5A3 3 0 0 1 2 20V8A3 3 0 0 1 5 5Z" />
      <path className="drawn" d="M8 11.5H24M8 16.5H18" />
    </svg>
  );
}

function CalendarIcon() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path d="M6 5H26A3 3 0 0 1 29 8V26A3 3 0 0 1 26 29H6A3 3 0 0 1 3 26V8A3 3 0 0 1 6 5ZM9 2V8M23 2V8" />
      <path className="drawn" d="M3 11.5H29M11 20L15 24L22 16" />
    </svg>
  );
}
