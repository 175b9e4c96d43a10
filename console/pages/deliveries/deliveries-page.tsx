import { Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import { mayCall, useConsole } from '../../app/console-context.ts';
import { PageTitle } from '../../app/layout/page-title.tsx';
import { QueryResult, useRefreshed } from '../../app/query-result.tsx';
import { formatClock, noBreak } from '../../ui/format.ts';
import { useAsked } from '../../app/reason-form.tsx';
import styles from './deliveries.module.css';
import { SettleDialog, WithdrawDialog } from './closing-dialogs.tsx';
import { ExamplesPanel, type Chosen, type Example } from './examples-panel.tsx';
import { DebtsPanel } from './debts-panel.tsx';
import { ReasonsPanel, ResendDialog } from './reasons-panel.tsx';
import { BatchesPanel, StockPanel } from './stock-panel.tsx';
import type { Deliveries, Stock } from './stock-outlook.ts';

type Open =
  | { kind: 'resend'; failure: string }
  | { kind: 'withdraw'; batch: number }
  | { kind: 'settle'; example: Example };

export function DeliveriesPage() {
  const { call } = useConsole();
  const { asked, ask, ends } = useAsked<Open>('deliveries');
  const answer = useRefreshed(['deliveries', 'figures'], async () => {
    const [stock, deliveries] = await Promise.all([
      call('readStock', {}),
      call('readDeliveries', {}),
    ]);
    return { stock, deliveries };
  });
  const { data: shown } = answer;
  return (
    <Stack gap="md">
      <PageTitle note={shown ? `Updated ${formatClock(shown.stock.at)}` : noBreak}>
        Stock and delivery
      </PageTitle>
      <QueryResult query={answer} what="stock and deliveries" heights={[56, 220, 160]}>
        {(data) => <Panels {...data} open={ask} />}
      </QueryResult>
      {asked?.kind === 'resend' ? <ResendDialog {...asked} {...ends} /> : null}
      {asked?.kind === 'withdraw' ? <WithdrawDialog {...asked} {...ends} /> : null}
      {asked?.kind === 'settle' ? <SettleDialog {...asked} {...ends} /> : null}
    </Stack>
  );
}

type PanelsProps = {
  readonly stock: Stock;
  readonly deliveries: Deliveries;
  readonly open: (open: Open) => void;
};

function Panels({ stock, deliveries, open }: PanelsProps) {
  const { role } = useConsole().session.account;
  const mayRead = mayCall(role, 'readDebtExamples');
  const hasLate = deliveries.debts.some(({ days }) => days >= deliveries.days.warning);
  const [wanted, choose] = useState<Chosen>();
  const chosen = chosenOf(wanted, deliveries, hasLate);
  const vouchers = useRef<HTMLDivElement>(null);
  const show = (reason: string) => {
    choose({ kind: 'reason', reason });
    vouchers.current?.scrollIntoView();
    vouchers.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <StockPanel stock={stock} />
      <div className={styles['columns']}>
        <ReasonsPanel
          reasons={deliveries.reasons}
          resend={(failure) => open({ kind: 'resend', failure })}
          show={show}
        />
        {deliveries.debts.length === 0 ? null : <DebtsPanel deliveries={deliveries} />}
      </div>
      {mayRead && (hasLate || deliveries.reasons.length > 0) ? (
        <div ref={vouchers} tabIndex={-1} className={styles['target']}>
          <ExamplesPanel
            reasons={deliveries.reasons}
            hasLate={hasLate}
            chosen={chosen}
            choose={choose}
            settle={(example) => open({ kind: 'settle', example })}
          />
        </div>
      ) : null}
      <BatchesPanel stock={stock} withdraw={(batch) => open({ kind: 'withdraw', batch })} />
    </>
  );
}

/** Once sent again, a reason may have no vouchers left. */
function chosenOf(wanted: Chosen | undefined, { reasons }: Deliveries, hasLate: boolean): Chosen {
  const isThere =
    wanted?.kind === 'reason'
      ? reasons.some(({ reason }) => reason === wanted.reason)
      : wanted?.kind === 'late'
        ? hasLate
        : wanted !== undefined;
  if (wanted !== undefined && isThere) return wanted;
  return { kind: hasLate ? 'late' : 'failed' };
}
