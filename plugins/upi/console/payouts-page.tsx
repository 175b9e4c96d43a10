import { Button, Group, Stack, Text } from '@mantine/core';
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { useConsole, useLookUp } from '@inaam/console/app/console-context.ts';
import { PageTitle } from '@inaam/console/app/layout/page-title.tsx';
import { QueryResult, useRefreshed } from '@inaam/console/app/query-result.tsx';
import { ReasonDialog, useAsked } from '@inaam/console/app/reason-form.tsx';
import { Facts } from '@inaam/console/ui/facts.tsx';
import {
  countOf,
  formatClock,
  formatCount,
  formatRupees,
  formatTime,
  noBreak,
} from '@inaam/console/ui/format.ts';
import { StockIcon } from '@inaam/console/ui/icons.tsx';
import { Panel, Row, Rows } from '@inaam/console/ui/panel.tsx';
import { EmptyState, StatusBadge } from '@inaam/console/ui/states.tsx';
import { Verdicts } from '@inaam/console/ui/verdicts.tsx';

type Payouts = AnswerOf<'readPayouts'>;
type Line = Payouts['rows'][number];
type Asked = { line: Line; action: 'pay' | 'voucher' };

export function PayoutsPage() {
  const { call } = useConsole();
  const answer = useRefreshed(['payouts'], () => call('readPayouts', {}));
  const { data: shown } = answer;
  return (
    <Stack gap="md">
      <PageTitle note={shown ? `Updated ${formatClock(shown.at)}` : noBreak}>Payouts</PageTitle>
      <QueryResult query={answer} what="the payouts" heights={[120, 240]}>
        {(payouts) => (
          <>
            {payouts.problem ? <Verdicts verdicts={[payouts.problem]} /> : null}
            <AccountPanel payouts={payouts} />
            {payouts.rows.length === 0 ? (
              <EmptyState Icon={StockIcon} title="No rewards yet" text="New ones appear here." />
            ) : (
              <RewardsPanel rows={payouts.rows} />
            )}
          </>
        )}
      </QueryResult>
    </Stack>
  );
}

function AccountPanel({ payouts: { amounts, balance, daysLeft, counts } }: { payouts: Payouts }) {
  const held = balance === null ? 'not known' : formatRupees(Math.floor(balance));
  const days = Math.floor(daysLeft ?? 0);
  const known = days > 365 ? 'more than a year' : countOf(days, 'day');
  const lasts = daysLeft === null ? 'nothing is asked for' : known;
  return (
    <Panel title="Account">
      <Facts
        isNarrow
        facts={[
          { label: 'Balance', value: held },
          { label: 'Lasts', value: lasts },
          { label: 'Paid on UPI', value: amounts.map((amount) => formatRupees(amount)).join(', ') },
          { label: 'Waiting', value: formatCount(counts.open) },
          { label: 'Under way', value: formatCount(counts.paying) },
          { label: 'Paid', value: formatCount(counts.paid) },
          { label: 'As a voucher', value: formatCount(counts.voucher) },
        ]}
      />
    </Panel>
  );
}

function RewardsPanel({ rows }: { rows: readonly Line[] }) {
  const { asked, ask, ends } = useAsked<Asked>('payouts', 'Payouts');
  return (
    <Panel title="Rewards on UPI">
      <Rows label="Rewards on UPI" first={20}>
        {rows.map((line) => (
          <OneReward key={line.message} line={line} ask={(action) => ask({ line, action })} />
        ))}
      </Rows>
      {asked ? <DecideDialog {...asked} {...ends} /> : null}
    </Panel>
  );
}

const badges = {
  open: ['look', 'Waits'],
  paying: ['look', 'Under way'],
  paid: ['well', 'Paid'],
  voucher: ['none', 'Voucher'],
  ended: ['none', 'Closed'],
} as const;
const buttons = { pay: 'Pay', voucher: 'Voucher instead' } as const;

function OneReward({ line, ask }: { line: Line; ask: (action: Asked['action']) => void }) {
  const lookUp = useLookUp();
  const { amount, masked, status, state, at, reference, may, pseudonym } = line;
  const [level, text] = badges[state];
  const name = pseudonym.slice(0, 8);
  return (
    <Row
      action={
        <Group gap="xs">
          <StatusBadge level={level}>{text}</StatusBadge>
          {may.map((action) => (
            <Button
              key={action}
              variant="default"
              aria-label={`${buttons[action]}: ${name}`}
              onClick={() => ask(action)}
            >
              {buttons[action]}
            </Button>
          ))}
          {lookUp ? (
            <Button
              variant="default"
              aria-label={`Open shopper ${name}`}
              onClick={() => lookUp(pseudonym)}
            >
              Open
            </Button>
          ) : null}
        </Group>
      }
    >
      <Text size="sm" fw={600}>
        {formatRupees(amount)} {masked} · {status}
      </Text>
      <Text size="sm" c="dimmed">
        {name} · {formatTime(at)} {reference && `· reference ${reference}`}
      </Text>
    </Row>
  );
}

const effects = {
  pay: 'The reward is paid to the UPI id that the person has confirmed.',
  voucher: 'Nothing is paid on UPI any more: the voucher is sent by SMS.',
} as const;

function DecideDialog({
  line,
  action,
  close,
  finish,
}: Asked & { close: () => void; finish: (message: string) => void }) {
  const { call } = useConsole();
  const decide = async (reason: string) =>
    (await call('decidePayout', { message: line.message, action, reason })).message;
  return (
    <ReasonDialog
      title={action === 'pay' ? 'Pay this reward' : 'Send a voucher instead'}
      send={decide}
      {...{ close, finish }}
      button={buttons[action]}
    >
      <Text size="sm">{effects[action]}</Text>
    </ReasonDialog>
  );
}
