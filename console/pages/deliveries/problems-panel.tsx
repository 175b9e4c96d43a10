import { Anchor, Button, Group, Paper, Table, Text } from '@mantine/core';
import { pluginPages } from '@inaam/plugins/console.ts';
import { Link } from 'wouter';
import { mayCall, useConsole } from '../../app/console-context.ts';
import { pagesFrom } from '../../app/layout/pages.ts';
import { ColumnNames } from '../../ui/data-table.tsx';
import { formatCount } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { LevelIcon, StatusBadge } from '../../ui/states.tsx';
import styles from './deliveries.module.css';
import { ageRows, priceOf, type Action, type Deliveries, type Problem } from './stock-problems.ts';

/** Where people decide about what is held. */
const holds = pluginPages.find(({ decidesHolds }) => decidesHolds);

type Props = {
  readonly problems: readonly Problem[];
  readonly run: (action: Action) => void;
};

/** What is wrong, the worst first, each with the one thing to do about it. */
export function ProblemsPanel({ problems, run }: Props) {
  if (problems.length === 0) {
    return (
      <Group gap="xs" wrap="nowrap" fz="sm">
        <LevelIcon level="well" />
        All is well: nothing is late, nothing failed, and no amount runs out within a week.
      </Group>
    );
  }
  return (
    <Paper component="ul" withBorder radius="sm" aria-label="Problems">
      {problems.map(({ level, text, action }) => (
        <li key={text} className={styles['problem']} data-level={level}>
          <div className={styles['sentence']}>
            <LevelIcon level={level} size={20} />
            <Text size="sm" fw={600}>
              {text}
            </Text>
          </div>
          <ActionButton level={level} action={action} run={run} />
        </li>
      ))}
    </Paper>
  );
}

type ButtonProps = {
  readonly level: Problem['level'];
  readonly action: Action;
  readonly run: (action: Action) => void;
};

function ActionButton({ level, action, run }: ButtonProps) {
  const { session } = useConsole();
  const { role } = session.account;
  const variant = level === 'act' ? 'filled' : 'default';
  if (action.kind === 'load') {
    return pagesFrom('/deliveries', session).map(({ path, label }) => (
      <Button key={path} component={Link} href={path} variant={variant}>
        {label}
      </Button>
    ));
  }
  if (action.kind === 'decide') {
    if (!holds) return null;
    return (
      <Button component={Link} href={holds.path} variant={variant}>
        Open {holds.label}
      </Button>
    );
  }
  if (action.kind === 'resend' && !mayCall(role, 'resendByReason')) return null;
  if (action.kind === 'settle' && !mayCall(role, 'settleVoucher')) return null;
  return (
    <Button variant={variant} onClick={() => run(action)}>
      {labelOf(action)}
    </Button>
  );
}

function labelOf(action: Exclude<Action, { kind: 'load' | 'decide' }>): string {
  if (action.kind === 'late') return 'Show them';
  if (action.kind === 'reasons') return 'See what to do';
  if (action.kind === 'settle') return 'Settle by hand';
  return action.rupees === undefined
    ? 'Send again'
    : `Send again (about ${priceOf(action.rupees)})`;
}

export function DebtsPanel({ deliveries }: { deliveries: Deliveries }) {
  const { countedMax } = deliveries;
  const rows = ageRows(deliveries);
  return (
    <Panel title="Vouchers still owed">
      <Table fz="sm" verticalSpacing={6} horizontalSpacing="xs" className={styles['ages'] ?? ''}>
        <ColumnNames names={['Owed for', 'Waiting', 'Held', 'Failed']} />
        <Table.Tbody>
          {rows.map(({ label, note, level, waiting, held, failed }) => (
            <Table.Tr key={label}>
              <Table.Th scope="row" fw={400}>
                <Group gap="0.25rem 0.5rem">
                  {label}
                  <StatusBadge level={level}>{note}</StatusBadge>
                </Group>
              </Table.Th>
              {[waiting, held, failed].map((count, place) => (
                <Table.Td key={place}>{count === 0 ? '–' : formatCount(count)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed">
        Waiting vouchers are sent automatically once there is a code and the provider works.{' '}
        {holds ? (
          <>
            Held ones are decided in{' '}
            <Anchor component={Link} href={holds.path} underline="always" inherit>
              {holds.label}
            </Anchor>
            .{' '}
          </>
        ) : null}
        Failed ones can be sent again or settled.
        {countedMax === null
          ? ''
          : ` Only the oldest ${formatCount(countedMax)} of each kind were counted.`}
      </Text>
    </Panel>
  );
}
