import { fill } from '@inaam/campaigns/public/fill.ts';
import type { CSSProperties, RefObject } from 'react';
import { useApp } from '../../app/use-app.ts';
import { NoBreak } from '../../ui/no-break.tsx';
import type { Celebration } from '../../wheel/sound/haptics.ts';
import { engravingPath } from './engraving.ts';
import type { Vouchers } from '../../app/reward/use-voucher.ts';
import { voucherFacts } from '../../app/reward/voucher-sentence.ts';
import { VoucherText } from '../../app/reward/voucher-text.tsx';

type TicketFrontProps = {
  ref: RefObject<HTMLDivElement | null>;
  colours: CSSProperties;
  amount: number;
  written: string;
  /** By a bonus. */
  added: string | undefined;
  celebration: Celebration;
  owner: { name: string | null; mobile: string | null };
};

const digitsShown = 4;

export function TicketFront({
  ref,
  colours,
  amount,
  written,
  added,
  celebration,
  owner: { name, mobile },
}: TicketFrontProps) {
  const { campaign } = useApp();
  const { reward } = campaign.words;
  return (
    <div ref={ref} className="ticket-front" style={colours}>
      <Engraving celebration={celebration} />
      <p className="ticket-amount" aria-hidden="true" data-added={added}>
        {written}
      </p>
      <p className="ticket-won">
        <NoBreak text={fill(reward.won, { amount })} />
      </p>
      {name !== null && mobile !== null && (
        <p className="ticket-owner">
          <NoBreak text={fill(reward.owner, { name, digits: mobile.slice(-digitsShown) })} />
        </p>
      )}
      <span className="ticket-sheen" aria-hidden="true" />
    </div>
  );
}

function Engraving({ celebration }: { celebration: Celebration }) {
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

type TicketStubProps = {
  amount: number;
  /** In rupees; its voucher has its own state. */
  bonus: number | undefined;
  voucher: Vouchers | undefined;
};

export function TicketStub({ amount, bonus, voucher }: TicketStubProps) {
  const { amounts, theme, words } = useApp().campaign;
  const { reward } = words;
  const { paper, ink, quiet } = theme.colours;
  const { isValid, isKept } = voucherFacts[voucher?.state ?? 'owed'];
  // Paper in the dark, too.
  const colours = { background: paper, color: ink, '--quiet': quiet };
  const second = bonus !== undefined && (voucher?.bonus ?? { amount: bonus, state: undefined });
  return (
    <div className="ticket-stub" style={colours}>
      <StubIcon {...icons.sms} />
      <div aria-live="polite" className="ticket-news">
        <p>
          {second && <b>{amounts[amount]} </b>}
          <VoucherText {...voucher} />
        </p>
        {second && (
          <p>
            <b>{amounts[second.amount]} </b>
            <VoucherText {...second} />
          </p>
        )}
      </div>
      {isValid && (
        <>
          <StubIcon {...icons.calendar} />
          <p>
            <span>
              {words.bonus && bonus !== undefined
                ? fill(words.bonus.both, { amount, bonus })
                : fill(reward.redeem, { amount })}
            </span>{' '}
            <span>
              <NoBreak text={reward.validity} />
            </span>
          </p>
        </>
      )}
      {isKept && (
        <>
          <StubIcon {...icons.keep} />
          <p>{reward.keep}</p>
        </>
      )}
    </div>
  );
}

type IconPaths = { readonly surface: string; readonly lines: string };

const icons = {
  sms: {
    surface:
      'M5 5H27A3 3 0 0 1 30 8V20A3 3 0 0 1 27 23H14L7 29V23H5A3 3 0 0 1 2 20V8A3 3 0 0 1 5 5Z',
    lines: 'M8 11.5H24M8 16.5H18',
  },
  calendar: {
    surface:
      'M6 5H26A3 3 0 0 1 29 8V26A3 3 0 0 1 26 29H6A3 3 0 0 1 3 26V8A3 3 0 0 1 6 5ZM9 2V8M23 2V8',
    lines: 'M3 11.5H29M11 20L15 24L22 16',
  },
  /** A ticket with its code. */
  keep: {
    surface: 'M3 8H29V13.5A2.5 2.5 0 0 0 29 18.5V24H3V18.5A2.5 2.5 0 0 0 3 13.5Z',
    lines: 'M9.5 13.5V18.5M14 13.5V18.5M18.5 13.5V18.5M23 13.5V18.5',
  },
} satisfies Record<string, IconPaths>;

function StubIcon({ surface, lines }: IconPaths) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path d={surface} />
      <path className="drawn" d={lines} />
    </svg>
  );
}
