import { fill } from '@inaam/campaigns/public/fill.ts';
import { type CSSProperties, type RefObject } from 'react';
import { useApp } from '../../app/use-app.ts';
import { Character, type CharacterMood } from '../../ui/character/character.tsx';
import { Unbroken } from '../../ui/unbroken.tsx';
import type { Celebration } from '../../wheel/sound/celebration.ts';
import { CountedAmount } from './counted-amount.tsx';
import { engravingPath } from './engraving.ts';

type TicketFrontProps = {
  ref: RefObject<HTMLDivElement | null>;
  colours: CSSProperties;
  amount: number;
  mood: CharacterMood;
  celebration: Celebration;
  countMs: number | undefined;
  owner: { name: string | null; mobile: string | null };
};

const digitsShown = 4;

export function TicketFront({
  ref,
  colours,
  amount,
  mood,
  celebration,
  countMs,
  owner: { name, mobile },
}: TicketFrontProps) {
  const { campaign } = useApp();
  const { reward } = campaign.words;
  const written = campaign.amounts[amount] ?? String(amount);
  return (
    <div ref={ref} className="ticket-front" style={colours}>
      <Engraving of={celebration} />
      <Character mood={mood} />
      <p className="ticket-amount" aria-hidden="true">
        <CountedAmount text={written} amount={amount} countMs={countMs} />
      </p>
      <p className="ticket-won">
        <Unbroken text={fill(reward.won, { amount })} />
      </p>
      {name !== null && mobile !== null && (
        <p className="ticket-owner">
          <Unbroken text={fill(reward.owner, { name, digits: mobile.slice(-digitsShown) })} />
        </p>
      )}
      <span className="ticket-sheen" aria-hidden="true" />
    </div>
  );
}

function Engraving({ of: celebration }: { of: Celebration }) {
  const { engraving } = useApp().campaign.theme.kit.ticket;
  const path = engravingPath(engraving, celebration);
  return (
    <svg
      className="ticket-engraving"
      viewBox="-1180 -900 2360 1800"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}
