import { fill } from '@inaam/campaigns/public/fill.ts';
import { useRef, type CSSProperties } from 'react';
import { stateName } from '../../locale/state-names.ts';
import { useApp, useSession } from '../../app/use-app.ts';
import { wheelSegments } from '../../app/reward/wheel-segments.ts';
import { ownRegistration } from '../../session/own-registration.ts';
import { readRegistration } from '../../session/storage/stored-registration.ts';
import { celebrationOf } from '../../wheel/sound/celebration.ts';
import { celebrations } from './particles/celebrations.ts';
import { Particles } from './particles/particles.tsx';
import { fixedRewardState } from './fixed-reward-state.ts';
import { TicketFront } from './ticket-front.tsx';
import { TicketStub } from './ticket-stub.tsx';
import { useEntrance } from './use-entrance.ts';
import { useTilt } from './use-tilt.ts';
import { VoucherActions } from './actions/voucher-actions.tsx';
import '../../ui/full-bleed.css';
import './reward-ticket.css';
import './ticket-shapes.css';
import './ticket-entrance.css';

export function RewardTicket() {
  const amount = useSession((session) => session.rewardAmount);
  return amount === null ? null : <Reward amount={amount} />;
}

function Reward({ amount }: { amount: number }) {
  const { campaign, session, local } = useApp();
  const { reward } = campaign.words;
  const isFixedReward = useSession(({ isFixedReward: isFixed }) => isFixed === true);
  const state = isFixedReward
    ? fixedRewardState(campaign.fixedRewardStates, readRegistration(local).state)
    : undefined;
  // The colours of the wheel's face of this amount.
  const { accent, accentInk } = campaign.theme.colours;
  const face = wheelSegments(campaign).find(({ id }) => id === String(amount)) ?? {
    colour: accent,
    ink: accentInk,
  };
  const celebration = celebrationOf(
    amount,
    campaign.outcomes.map((outcome) => outcome.amount),
  );
  const ticket = useRef<HTMLDivElement>(null);
  const front = useRef<HTMLDivElement>(null);
  const entrance = useEntrance(front, celebration);
  useTilt(ticket);
  // A fixed reward is not by chance (law): it is handed over, and nothing is played.
  const kind = isFixedReward ? 'fixed' : entrance?.kind;
  const isCelebrated = kind === 'transition' || kind === 'grow';
  const colours: CSSProperties = { background: face.colour, color: face.ink };
  return (
    <section className="reward full-bleed" data-entrance={kind} data-celebration={celebration}>
      <h1>{reward.congratulations}</h1>
      <div ref={ticket} className="ticket" data-shape={campaign.theme.kit.ticket.shape}>
        <TicketFront
          ref={front}
          colours={colours}
          amount={amount}
          mood={isFixedReward ? 'waiting' : 'cheer'}
          celebration={celebration}
          countMs={isCelebrated ? celebrations[celebration].countMs : undefined}
          owner={ownRegistration(session, local)}
        />
        <div className="ticket-tray">
          <TicketStub />
        </div>
      </div>
      {/* After the ticket, whose place they need before the first frame. */}
      {isCelebrated && <Particles ticket={ticket} celebration={celebration} />}
      {state !== undefined && (
        <p className="reward-note">
          {fill(reward.fixedNote, { amount, state: stateName(state, campaign) })}
        </p>
      )}
      <VoucherActions amount={amount} celebration={celebration} face={face} ticket={ticket} />
      <p className="reward-thanks">{reward.thanks}</p>
    </section>
  );
}
