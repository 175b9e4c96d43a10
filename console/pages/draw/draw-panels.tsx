import { Anchor, Text } from '@mantine/core';
import { DataTable } from '../../ui/data-table.tsx';
import { formatCount, formatDay, formatTime, formatRupees } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { type Draw, budgetPoolName } from './draw-answer.ts';
import { Facts, Hash } from '../../ui/facts.tsx';
import { useConsole } from '../../app/console-context.ts';
import { CommandText } from '../../ui/command-text.tsx';

type Props = { readonly draw: Draw };

export function CommitmentPanel({ draw: { commitment, addresses } }: Props) {
  const { hash, at, by, isBeforeStart } = commitment;
  return (
    <Panel title="Commitment">
      <Text size="sm">
        The rules, the deck of cards and the secret that shuffles it are fixed by this hash. Nobody
        can change one of them afterwards without the hash becoming another one.
        {isBeforeStart
          ? ' It was made before the campaign began, when nobody could know who would take part.'
          : ' It was made when the campaign had already begun: what happened before that it does not prove.'}
      </Text>
      <Facts
        facts={[
          { label: 'SHA-256 of the document', value: <Hash>{hash}</Hash>, isWide: true },
          { label: 'Committed', value: formatTime(at) },
          { label: 'By', value: by },
          {
            label: 'Published at',
            value: <Address>{addresses.commitment}</Address>,
            isWide: true,
          },
          {
            label: 'Explained to shoppers at',
            value: <Address>{addresses.page}</Address>,
            isWide: true,
          },
        ]}
      />
    </Panel>
  );
}

/** A link if the console knows the site's origin. */
function Address({ children }: { children: string }) {
  if (children.startsWith('/')) return <>{children} on the site</>;
  return (
    <Anchor href={children} target="_blank" rel="noreferrer" size="sm">
      {children}
    </Anchor>
  );
}

export function LedgerPanel({ draw: { head, cards, addresses } }: Props) {
  return (
    <Panel title="Ledger">
      <Text size="sm">
        Each verified number and each reward is one entry with a pseudonym, chained to the one
        before by its hash. Whoever kept an earlier head can see that nothing before it was changed.
      </Text>
      <Facts
        facts={[
          { label: 'Entries', value: formatCount(head.entries) },
          {
            label: 'Last entry',
            value: head.lastAt === null ? 'None yet' : formatTime(head.lastAt),
          },
          {
            label: 'Cards drawn',
            value: `${formatCount(cards.drawn)} of ${formatCount(cards.all)}`,
          },
          { label: 'Hash of the last entry', value: <Hash>{head.hash}</Hash>, isWide: true },
          {
            label: 'The newest head is published at',
            value: <Address>{addresses.head}</Address>,
            isWide: true,
          },
        ]}
      />
    </Panel>
  );
}

export function AmendmentsPanel({ amendments }: Pick<Draw, 'amendments'>) {
  const rows = amendments.map(({ entry, at, blocks, rewards, lastDay, signedBy }) => [
    formatTime(at),
    formatCount(entry),
    blocks,
    rewards,
    formatDay(lastDay),
    signedBy.length === 0 ? 'Both holders of the secret' : signedBy.join(' and '),
  ]);
  return (
    <Panel title="Amendments">
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          None: what was committed to is still what applies.
        </Text>
      ) : (
        <>
          <Text size="sm">
            Each is an entry of the ledger and was published when it was made. It can add cards,
            rewards or days, and never take a reward away.
          </Text>
          <DataTable
            caption="Amendments"
            table={{
              columns: [
                { label: 'When' },
                { label: 'Entry', isNumber: true },
                { label: 'Blocks added', isNumber: true },
                { label: 'Rewards added', isNumber: true },
                { label: 'Last day' },
                { label: 'Signed by' },
              ],
              rows,
            }}
          />
        </>
      )}
    </Panel>
  );
}

export function PoolsPanel({ draw: { pools } }: { draw: Draw }) {
  const planned = rupeesOf(pools, 'planned');
  const granted = rupeesOf(pools, 'granted');
  return (
    <Panel title="Deck and pools">
      <Text size="sm">
        {formatRupees(granted)} of {formatRupees(planned)} granted,{' '}
        {formatRupees(planned - granted)} left. More than is planned cannot be granted: the database
        refuses it.
      </Text>
      <DataTable
        caption="Deck and pools"
        table={{
          columns: [
            { label: 'Pool' },
            { label: 'Reward', isNumber: true },
            { label: 'Planned', isNumber: true },
            { label: 'Granted', isNumber: true },
            { label: 'Left', isNumber: true },
          ],
          rows: pools.map((pool) => [
            budgetPoolName(pool),
            formatRupees(pool.amount),
            pool.planned,
            pool.granted,
            pool.left,
          ]),
        }}
      />
    </Panel>
  );
}

const rupeesOf = (pools: Draw['pools'], of: 'planned' | 'granted') =>
  pools.reduce((sum, pool) => sum + pool.amount * pool[of], 0);

const command = 'npx inaam draw reveal --why "the campaign has ended"';

type RevealPanelProps = { readonly reveal: Draw['reveal']; readonly page: string };

export function RevealPanel({ reveal: { from, at }, page }: RevealPanelProps) {
  const { now } = useConsole();
  if (at !== null) {
    return (
      <Panel title="Reveal of the secret">
        <Text size="sm">
          The secret was revealed on {formatTime(at)}. From then on anybody can recompute every
          outcome from the published files: <Address>{page}</Address>.
        </Text>
      </Panel>
    );
  }
  return (
    <Panel title="Reveal of the secret">
      <Text size="sm">
        {now() >= from
          ? `The secret has been due since ${formatTime(from)} and is not revealed yet. Ask both holders to do it.`
          : `The secret may be revealed from ${formatTime(from)} on. Until then rewards can be claimed, and whoever knew it could predict them.`}
      </Text>
      <Text size="sm">
        Both holders bring their parts and run this command on a machine with a shell. The console
        never sees a part. It cannot be undone.
      </Text>
      <CommandText command={command} />
    </Panel>
  );
}
