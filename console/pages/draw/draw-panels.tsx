import { Text } from '@mantine/core';
import { DataTable } from '../../ui/data-table.tsx';
import { formatCount, formatDay, formatTime, formatRupees, formatShare } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Bars, PlotFrame } from '../../ui/plot-frame.tsx';
import { PublicLink } from './files-panel.tsx';
import { type Draw, budgetPoolName } from './verification-words.ts';
import { Facts, Hash, CommandText } from '../../ui/facts.tsx';
import { useConsole } from '../../app/console-context.ts';

type Props = { readonly draw: Draw };

export function CommitmentPanel({ draw: { commitment, addresses, head, amendments } }: Props) {
  return (
    <Panel title="Commitment and head">
      <Text size="sm">
        The commitment fixes rules, deck and secret. The head is the last entry of the ledger: save
        it, and it proves later that nothing before it was changed.
      </Text>
      <Facts
        facts={[
          {
            label: 'Commitment, SHA-256 of the document',
            value: (
              <Published
                hash={commitment.hash}
                name="the commitment"
                when={`${formatTime(commitment.at)}, by ${commitment.by}`}
                href={addresses.commitment}
              />
            ),
          },
          {
            label: `Head, hash of entry ${formatCount(head.entries)}`,
            value: (
              <Published
                hash={head.hash}
                name="the head"
                when={head.lastAt === null ? 'No entry yet' : formatTime(head.lastAt)}
                href={addresses.head}
              />
            ),
          },
          ...(amendments.length === 0
            ? [{ label: 'Amendments', value: 'None: the commitment applies unchanged.' }]
            : []),
        ]}
      />
    </Panel>
  );
}

type PublishedProps = Record<'hash' | 'name' | 'when' | 'href', string>;

const Published = ({ hash, name, when, href }: PublishedProps) => (
  <>
    <Hash name={name}>{hash}</Hash>
    <Text size="sm" c="dimmed">
      {when}
      <br />
      <PublicLink href={href} />
    </Text>
  </>
);

export function AmendmentsPanel({ amendments }: Pick<Draw, 'amendments'>) {
  return (
    <Panel title="Amendments">
      <Text size="sm">
        Each is an entry of the ledger and was published when it was made. It can add cards, rewards
        or days, and never take a reward away. A command makes one, with both parts of the secret.
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
          ],
          rows: amendments.map(({ entry, at, blocks, rewards, lastDay }) => [
            formatTime(at),
            formatCount(entry),
            blocks,
            rewards,
            formatDay(lastDay),
          ]),
        }}
      />
    </Panel>
  );
}

export function PoolsPanel({ draw: { pools, cards } }: Props) {
  const planned = rupeesOf(pools, 'planned');
  const granted = rupeesOf(pools, 'granted');
  return (
    <PlotFrame
      title="Deck and pools"
      summary={`${formatCount(cards.drawn)} of ${formatCount(cards.all)} cards drawn, ${formatRupees(granted)} of ${formatRupees(planned)} granted (${formatShare(planned === 0 ? 0 : granted / planned)}). The database refuses to grant more than is planned.`}
      table={{
        columns: [
          { label: 'Pool' },
          ...['Planned', 'Granted', 'Left'].map((label) => ({ label, isNumber: true })),
        ],
        rows: pools.map((pool) => [nameOf(pool), pool.planned, pool.granted, pool.left]),
      }}
      fileName="inaam-pools"
    >
      <Bars
        rows={pools.map((pool) => ({
          label: nameOf(pool),
          value: `${formatCount(pool.granted)} of ${formatCount(pool.planned)} · ${formatCount(pool.left)} left`,
          size: pool.granted / (pool.planned || 1),
        }))}
      />
    </PlotFrame>
  );
}

const nameOf = (pool: Draw['pools'][number]) =>
  `${budgetPoolName(pool)}, ${formatRupees(pool.amount)}`;

const rupeesOf = (pools: Draw['pools'], of: 'planned' | 'granted') =>
  pools.reduce((sum, pool) => sum + pool.amount * pool[of], 0);

const command = 'npx inaam draw reveal --why "the campaign has ended"';

type RevealPanelProps = { readonly reveal: Draw['reveal']; readonly page: string };

export const RevealPanel = (props: RevealPanelProps) => (
  <Panel title="Reveal of the secret">
    <Reveal {...props} />
  </Panel>
);

function Reveal({ reveal: { from, at }, page }: RevealPanelProps) {
  const { now } = useConsole();
  if (at !== null) {
    return (
      <Text size="sm">
        The secret was revealed on {formatTime(at)}. From then on anybody can recompute every
        outcome from the published files: <PublicLink href={page} />.
      </Text>
    );
  }
  if (now() < from) {
    return (
      <Text size="sm">
        Both holders may reveal the secret from {formatTime(from)} on; this page then shows how.
        Until then rewards can be claimed, and a person who knew it could predict them.
      </Text>
    );
  }
  return (
    <>
      <Text size="sm">
        The secret has been due since {formatTime(from)} and is not revealed yet. Both holders bring
        their parts and run this command on a machine with a shell. The console never sees a part.
        It cannot be undone.
      </Text>
      <CommandText command={command} />
    </>
  );
}
