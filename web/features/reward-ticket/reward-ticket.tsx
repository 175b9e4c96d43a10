import { fill } from '@inaam/campaigns/public/fill.ts';
import {
  useRef,
  Suspense,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useState,
  type RefObject,
} from 'react';
import { stateName } from '../../locale/state-names.ts';
import { useApp, useEntry, useSession } from '../../app/use-app.ts';
import type { Bonus, RewardPart } from '../../app/reward/reward-part.ts';
import { faceOf } from '../../app/reward/faces.ts';
import { revealMs } from '../../app/reward/reward-entrance.ts';
import { useVoucher } from '../../app/reward/use-voucher.ts';
import { celebrationOf, type Celebration } from '../../wheel/sound/haptics.ts';
import { Character } from '../../ui/character/character.tsx';
import { throwParticles } from '../../app/reward/particles/particles.ts';
import { fixedRewardState } from '../../locale/state-names.ts';
import { TicketFront, TicketStub } from './ticket-front.tsx';
import { VoucherActions } from './actions/voucher-actions.tsx';
import '../../ui/full-bleed.css';
import './ticket-entrance.css';
import { animate, prefersReducedMotion } from '../../optional.ts';

type TicketProps = { parts: readonly { name: string; Part: RewardPart }[] };

export function RewardTicket({ parts }: TicketProps) {
  const amount = useSession((session) => session.rewardAmount);
  return amount === null ? null : <Reward amount={amount} parts={parts} />;
}

function Reward({ amount, parts }: TicketProps & { amount: number }) {
  const { campaign } = useApp();
  const { reward } = campaign.words;
  const [bonus, setBonus] = useState<Bonus>();
  const voucher = useVoucher(bonus?.isNew);
  const isOpen = useEntry(({ programme }) => programme === 'open');
  const total = bonus?.total ?? amount;
  const written = bonus?.written ?? campaign.amounts[amount] ?? String(amount);
  const face = faceOf(campaign, amount);
  const possible = campaign.outcomes.map((outcome) => outcome.amount);
  const celebration = celebrationOf(amount, possible);
  const ticket = useRef<HTMLDivElement>(null);
  const front = useRef<HTMLDivElement>(null);
  const seal = useRef<HTMLSpanElement>(null);
  const { kind, hasLanded } = useEntrance({ ticket, front, seal }, celebration);
  const isMoving = kind === 'transition' || kind === 'grow';
  const hasNewBonus = bonus?.isNew === true && !prefersReducedMotion();
  useEffect(() => {
    if (hasNewBonus) throwParticles(ticket.current, 'most', campaign.theme);
  }, [hasNewBonus, campaign.theme]);
  // It comes up later than the ticket, whose first frame is not to wait for it.
  const hasCharacter = useDeferredValue(true, !isMoving);
  const mood = isMoving && !hasLanded ? 'waiting' : 'cheer';
  return (
    <section
      className="reward full-bleed"
      data-entrance={kind}
      data-celebration={celebration}
      data-landed={hasLanded || undefined}
      data-bonus={bonus?.isNew}
    >
      <h1>{reward.congratulations}</h1>
      <div ref={ticket} className="ticket" data-shape={campaign.theme.kit.ticket.shape}>
        {hasCharacter && <Character key={`behind ${bonus?.added}`} mood={mood} part="behind" />}
        <TicketFront ref={front} amount={amount} bonus={bonus} />
        <div className="ticket-tray">
          <TicketStub amount={amount} bonus={bonus?.amount} voucher={voucher} />
        </div>
        <span ref={seal} className="ticket-seal" aria-hidden="true" />
        {hasCharacter && <Character key={`hands ${bonus?.added}`} mood={mood} part="hands" />}
      </div>
      {(!isMoving || hasLanded) && (
        <Suspense>
          {parts.map(({ name, Part }) => (
            <Part key={name} amount={amount} vouchers={voucher} onBonus={setBonus} />
          ))}
        </Suspense>
      )}
      <FixedNote amount={amount} />
      {voucher?.state !== 'notSent' && (
        <VoucherActions
          amount={total}
          written={written}
          celebration={celebration}
          face={face}
          ticket={ticket}
        />
      )}
      <div className="reward-thanks">
        <p>{reward.thanks}</p>
        {kind !== undefined && isOpen && <p>{reward.next}</p>}
      </div>
    </section>
  );
}

function FixedNote({ amount }: { amount: number }) {
  const { campaign, person } = useApp();
  const isFixedReward = useSession(({ isFixedReward: isFixed }) => isFixed === true);
  const state = isFixedReward
    ? fixedRewardState(Object.keys(campaign.fixedRewards), person.read().state)
    : undefined;
  if (state === undefined) return null;
  return (
    <p className="reward-note">
      {fill(campaign.words.reward.fixedNote, { amount, state: stateName(state, campaign) })}
    </p>
  );
}

type Parts = {
  ticket: RefObject<HTMLElement | null>;
  front: RefObject<HTMLElement | null>;
  seal: RefObject<HTMLElement | null>;
};

const graceMs = 1000;

/**
 * Only on the screen that follows a win. The seal's animation is the clock: the character cheers in
 * the frame in which it lands. Without a wheel, which has celebrated, it is the celebration.
 */
function useEntrance({ ticket, front, seal }: Parts, celebration: Celebration) {
  const { rewardEntrance, campaign } = useApp();
  const { theme } = campaign;
  const [entrance] = useState(() => rewardEntrance.entrance());
  const [hasLanded, setHasLanded] = useState(false);
  useLayoutEffect(() => {
    rewardEntrance.end();
    if (entrance === undefined) return undefined;
    const isFading = entrance.kind === 'fade';
    const growing =
      entrance.kind === 'grow' && front.current ? grow(front.current, entrance.from) : undefined;
    const stamping = isFading || !seal.current ? undefined : stamp(seal.current);
    const land = (): void => {
      clearTimeout(timer);
      if (stamping) stamping.onfinish = null;
      setHasLanded(true);
      if (entrance.isCelebrated) return entrance.sound?.seal();
      entrance.sound?.celebrate(celebration);
      if (!isFading) throwParticles(ticket.current, celebration, theme);
    };
    // A hidden tab may never report the end.
    const timer = setTimeout(land, stamping ? revealMs.ticket + revealMs.stamp + graceMs : 0);
    if (stamping) stamping.onfinish = land;
    return () => {
      clearTimeout(timer);
      growing?.cancel();
      stamping?.cancel();
      entrance.sound?.close();
    };
  }, [rewardEntrance, entrance, ticket, front, seal, celebration, theme]);
  return { kind: entrance?.kind, hasLanded };
}

/** Comes down on the ticket once it is in its place. */
const stamp = (element: HTMLElement) =>
  animate(
    element,
    [
      { transform: 'scale(2.6) rotate(16deg)', opacity: 0 },
      { opacity: 1, offset: 0.4 },
      { transform: 'scale(1) rotate(-12deg)', opacity: 1 },
    ],
    {
      delay: revealMs.ticket,
      duration: revealMs.stamp,
      fill: 'backwards',
      easing: 'cubic-bezier(0.7, 0, 0.9, 0.5)',
    },
  );

/** Starts at the position and size of the face. */
function grow(element: HTMLElement, from: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>) {
  const to = element.getBoundingClientRect();
  const move = `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
  const scale = `scale(${from.width / to.width}, ${from.height / to.height})`;
  return animate(
    element,
    [
      { transform: `${move} ${scale}`, transformOrigin: '0 0', opacity: 0.6 },
      { transform: 'none', transformOrigin: '0 0', opacity: 1 },
    ],
    { duration: revealMs.ticket, easing: 'cubic-bezier(0.3, 1.2, 0.4, 1)' },
  );
}
