import { fill } from '@inaam/campaigns/public/fill.ts';
import type { CSSProperties, RefObject } from 'react';
import { useApp } from '../../app/use-app.ts';
import { NoBreak } from '../../ui/no-break.tsx';
import type { Celebration } from '../../wheel/sound/haptics.ts';
import { engravingPath } from './engraving.ts';
import { formatDate } from '@inaam/campaigns/public/format-date.ts';
import { attempt } from '../../optional.ts';
import { useVoucher, type Voucher } from '../../app/reward/use-voucher.ts';

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

export function TicketStub({ amount }: { amount: number }) {
  const { campaign } = useApp();
  const { reward } = campaign.words;
  const { paper, ink, quiet } = campaign.theme.colours;
  const voucher = useVoucher();
  const by = dueDay(voucher);
  const isComing = isExpected(voucher);
  const isDated = voucher?.state === 'owed' && by !== undefined;
  const state = voucher?.state && !isDated ? reward.voucherStates[voucher.state] : undefined;
  // Paper in the dark, too.
  const colours = { background: paper, color: ink, '--quiet': quiet };
  return (
    <div className="ticket-stub" style={colours}>
      <StubIcon {...icons.sms} />
      <div aria-live="polite">
        <p className="ticket-news">
          <NoBreak text={isComing ? reward.voucher : (state ?? '')} />
        </p>
        <p className="ticket-state">
          {(isComing || voucher?.state === 'delivered') && <span>{reward.sender}</span>}
          {/* A space outside of what is added would move. */}
          {by !== undefined && (
            <span>
              {' '}
              <NoBreak
                text={fill(reward.by, {
                  date: attempt(() => formatDate(by, campaign.language), by),
                })}
              />
            </span>
          )}
          {isComing && state !== undefined && <span> {state}</span>}
        </p>
      </div>
      <StubIcon {...icons.calendar} />
      <p>
        <span>{fill(reward.redeem, { amount })}</span>{' '}
        <span>
          <NoBreak text={reward.validity} />
        </span>
      </p>
      <StubIcon {...icons.keep} />
      <p>{reward.keep}</p>
    </div>
  );
}

/** Undefined once the voucher has arrived, or if its date is no longer known. */
function dueDay(voucher: Voucher | undefined): string | undefined {
  return isExpected(voucher) ? voucher?.by : undefined;
}

const isExpected = (voucher: Voucher | undefined) =>
  voucher?.state === undefined || voucher.state === 'owed' || voucher.state === 'sent';

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
