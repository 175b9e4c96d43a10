import { Progress, Text } from '@mantine/core';
import { DataTable } from '../../ui/data-table.tsx';
import { formatCount, formatDay, formatTime, formatRupees, formatShare } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { PublicLink } from './files-panel.tsx';
import { type Draw, budgetPoolName } from './verification-words.ts';
import { Facts, Hash } from '../../ui/facts.tsx';
import { useConsole } from '../../app/console-context.ts';
import { CommandText } from '../../ui/command-text.tsx';

type Props = { readonly draw: Draw };

export function CommitmentPanel({ draw: { commitment, addresses, head } }: Props) {
  const { hash, at, by } = commitment;
  return (
    <Panel title="Commitment and head">
      <Text size="sm">
        The commitment fixes rules, deck and secret: changing one changes the hash. The head is the
        last entry of the ledger, which chains each entry to the one before. A head that you saved
        proves that nothing before it was changed.
      </Text>
      <Facts
        facts={[
          {
            label: 'Commitment, SHA-256 of the document',
            value: <Hash name="the commitment">{hash}</Hash>,
          },
          { label: 'Committed', value: `${formatTime(at)}, by ${by}` },
          { label: 'Published at', value: <PublicLink href={addresses.commitment} /> },
          {
            label: `Head, hash of entry ${formatCount(head.entries)}`,
            value: <Hash name="the head">{head.hash}</Hash>,
          },
          {
            label: 'Last entry',
            value: head.lastAt === null ? 'None yet' : formatTime(head.lastAt),
          },
          { label: 'Published every minute at', value: <PublicLink href={addresses.head} /> },
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

export function PoolsPanel({ draw: { pools, cards } }: Props) {
  const planned = rupeesOf(pools, 'planned');
  const granted = rupeesOf(pools, 'granted');
  return (
    <Panel title="Deck and pools">
      <Facts
        facts={[
          {
            label: 'Cards drawn',
            value: <Part part={cards.drawn} whole={cards.all} format={formatCount} />,
          },
          {
            label: 'Rewards granted',
            value: <Part part={granted} whole={planned} format={formatRupees} />,
          },
        ]}
      />
      <Text size="sm" c="dimmed">
        The database refuses to grant more than is planned.
      </Text>
      <DataTable
        caption="Deck and pools"
        table={{
          columns: [
            { label: 'Pool' },
            { label: 'Planned', isNumber: true },
            { label: 'Granted', isNumber: true },
            { label: 'Left', isNumber: true },
          ],
          rows: pools.map((pool) => [
            `${budgetPoolName(pool)}, ${formatRupees(pool.amount)}`,
            pool.planned,
            pool.granted,
            pool.left,
          ]),
        }}
      />
    </Panel>
  );
}

type PartProps = {
  readonly part: number;
  readonly whole: number;
  readonly format: (value: number) => string;
};

function Part({ part, whole, format }: PartProps) {
  const share = whole === 0 ? 0 : part / whole;
  return (
    <>
      {format(part)} of {format(whole)} ({formatShare(share)})
      <Progress value={share * 100} size="sm" mt={4} aria-hidden="true" />
    </>
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
          outcome from the published files: <PublicLink href={page} />.
        </Text>
      </Panel>
    );
  }
  return (
    <Panel title="Reveal of the secret">
      <Text size="sm">
        {now() >= from
          ? `The secret has been due since ${formatTime(from)} and is not revealed yet. Ask both holders to do it.`
          : `The secret may be revealed from ${formatTime(from)} on. Until then rewards can be claimed, and a person who knew it could predict them.`}
      </Text>
      <Text size="sm">
        Both holders bring their parts and run this command on a machine with a shell. The console
        never sees a part. It cannot be undone.
      </Text>
      <CommandText command={command} />
    </Panel>
  );
}
