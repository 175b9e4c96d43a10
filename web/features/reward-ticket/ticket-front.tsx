import { fill } from '@inaam/campaigns/public/fill.ts';
import type { RefObject } from 'react';
import { useApp } from '../../app/use-app.ts';
import { NoBreak } from '../../ui/no-break.tsx';
import { celebrationOf, type Celebration } from '../../wheel/sound/haptics.ts';
import { faceOf } from '../../app/reward/faces.ts';
import type { Bonus } from '../../app/reward/reward-part.ts';
import { Button } from '../../ui/button.tsx';
import { calendarFile, lastDayOf } from './actions/reminder.ts';
import { saveFile } from './actions/share.ts';
import { engravingPath } from './engraving.ts';
import type { Vouchers } from '../../app/reward/use-voucher.ts';
import { voucherFacts } from '../../app/reward/voucher-sentence.ts';
import { OwnVoucher, VoucherText } from '../../app/reward/voucher-text.tsx';
import './reward-ticket.css';
import './ticket-shapes.css';

type TicketFrontProps = {
  ref: RefObject<HTMLDivElement | null>;
  amount: number;
  bonus?: Bonus | undefined;
};

const digitsShown = 4;

export function TicketFront({ ref, amount, bonus }: TicketFrontProps) {
  const { campaign, person } = useApp();
  const { amounts, outcomes, words } = campaign;
  const { name, mobile } = person.read();
  const { colour, ink } = faceOf(campaign, amount);
  const possible = outcomes.map((outcome) => outcome.amount);
  return (
    <div ref={ref} className="ticket-front" style={{ background: colour, color: ink }}>
      <Engraving celebration={celebrationOf(amount, possible)} />
      <p className="ticket-amount" aria-hidden="true" data-added={bonus?.added}>
        {bonus?.written ?? amounts[amount] ?? amount}
      </p>
      <p className="ticket-won">
        <NoBreak text={fill(words.reward.won, { amount: bonus?.total ?? amount })} />
      </p>
      {name !== null && mobile !== null && (
        <p className="ticket-owner">
          <NoBreak text={fill(words.reward.owner, { name, digits: mobile.slice(-digitsShown) })} />
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

export function TicketStub(own: TicketStubProps) {
  const { paper, ink, quiet } = useApp().campaign.theme.colours;
  // Paper in the dark, too.
  const colours = { background: paper, color: ink, '--quiet': quiet };
  return (
    <div className="ticket-stub" style={colours}>
      <OwnVoucher amount={own.amount} vouchers={own.voucher}>
        <VoucherLines {...own} />
      </OwnVoucher>
    </div>
  );
}

function VoucherLines({ amount, bonus, voucher }: TicketStubProps) {
  const { amounts, words } = useApp().campaign;
  const { reward } = words;
  const { isValid, isKept } = voucherFacts[voucher?.state ?? 'owed'];
  const second = bonus !== undefined && (voucher?.bonus ?? { amount: bonus, state: undefined });
  return (
    <>
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
            </span>{' '}
            {voucher?.by !== undefined && <Reminder amount={amount} by={voucher.by} />}
          </p>
        </>
      )}
      {isKept && (
        <>
          <StubIcon {...icons.keep} />
          <p>{reward.keep}</p>
        </>
      )}
    </>
  );
}

function Reminder({ amount, by }: { amount: number; by: string }) {
  const { campaign, notices } = useApp();
  const { reward } = campaign.words;
  const save = () => {
    const title = fill(reward.reminder, { amount });
    const file = calendarFile({ title, id: campaign.contest, day: lastDayOf(by) });
    saveFile(new Blob([file], { type: 'text/calendar' }), `${campaign.contest}.ics`);
    notices.toast('reward.reminded');
  };
  return (
    <Button variant="link" onClick={save}>
      {reward.remind}
    </Button>
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
