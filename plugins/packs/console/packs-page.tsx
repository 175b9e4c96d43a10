import { Anchor, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { mayCall, useConsole } from '@inaam/console/app/console-context.ts';
import { PageTitle } from '@inaam/console/app/layout/page-title.tsx';
import { QueryResult, useRefreshed } from '@inaam/console/app/query-result.tsx';
import { ReasonDialog, useAsked, type Ends } from '@inaam/console/app/reason-form.tsx';
import { DataTable } from '@inaam/console/ui/data-table.tsx';
import { countOf, formatCount, formatTime } from '@inaam/console/ui/format.ts';
import { Facts } from '@inaam/console/ui/facts.tsx';
import { CodeIcon } from '@inaam/console/ui/icons.tsx';
import { Panel, Row, Rows } from '@inaam/console/ui/panel.tsx';
import { EmptyState, StatusBadge } from '@inaam/console/ui/states.tsx';
import { useState } from 'react';
import { Link } from 'wouter';
import type { PackChange } from '../contract.ts';
import {
  changeLabels,
  changesOf,
  funnelOf,
  groupingNames,
  groupings,
  type Batch,
  type Grouping,
  type Packs,
} from './packs-tables.ts';

export function PacksPage() {
  const { call } = useConsole();
  const answer = useRefreshed(['packs'], () => call('readPacks', {}));
  return (
    <Stack gap="md">
      <PageTitle>Packs</PageTitle>
      <QueryResult query={answer} what="the packs" heights={[240, 200]}>
        {(packs) =>
          packs.batches.length === 0 ? (
            <EmptyState
              Icon={CodeIcon}
              title="No packs yet"
              text="An operator registers a batch with npx inaam packs make, or loads a file of codes with packs load."
            />
          ) : (
            <>
              <BatchesPanel packs={packs} />
              {packs.refused === null ? null : <RefusedPanel refused={packs.refused} />}
              <FunnelPanel batches={packs.batches} />
            </>
          )
        }
      </QueryResult>
    </Stack>
  );
}

type Asked = { readonly batch: Batch; readonly change: PackChange };

function BatchesPanel({ packs }: { packs: Packs }) {
  const { asked, ask, ends } = useAsked<Asked>('packs', 'Packs');
  return (
    <Panel title="Batches">
      {packs.kind === 'batch' ? null : (
        <Text size="sm" c="dimmed">
          Open and Close undo each other. Recall is for good, and keeps what was won.
        </Text>
      )}
      <Rows label="Batches" first={10}>
        {packs.batches.map((batch) => (
          <OneBatch
            key={batch.label}
            batch={batch}
            hasCodes={packs.kind !== 'batch'}
            ask={(change) => ask({ batch, change })}
          />
        ))}
      </Rows>
      {packs.hasMore ? (
        <Text size="sm" c="dimmed">
          These are the newest ones.
        </Text>
      ) : null}
      {asked ? <ChangeDialog {...asked} {...ends} /> : null}
    </Panel>
  );
}

const states = {
  draft: { level: 'none', label: 'Draft', text: 'No code is accepted yet. Open it for sale.' },
  open: { level: 'well', label: 'Open', text: 'Each unused code is accepted once.' },
  closed: { level: 'none', label: 'Closed', text: 'No code is accepted until it is opened.' },
  recalled: { level: 'act', label: 'Recalled', text: 'No code is accepted, for good.' },
} as const;

type OneProps = {
  readonly batch: Batch;
  readonly hasCodes: boolean;
  readonly ask: (change: PackChange) => void;
};

function OneBatch({ batch, hasCodes, ask }: OneProps) {
  const { session } = useConsole();
  const { label, product, region, state, reason, changedAt } = batch;
  const mayChange = hasCodes && mayCall(session.account.role, 'changePacks');
  const allowed = mayChange ? changesOf(batch) : [];
  const buttons = allowed.map((one) => (
    <Button
      key={one}
      variant="default"
      px="sm"
      {...(one === 'recall' ? { c: 'var(--console-act)' } : {})}
      onClick={() => ask(one)}
      aria-label={`${changeLabels[one]} ${label}`}
    >
      {changeLabels[one]}
    </Button>
  ));
  return (
    <Row action={allowed.length === 0 ? undefined : <Group gap="xs">{buttons}</Group>}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {label}
        </Text>
        {hasCodes ? (
          <StatusBadge level={states[state].level}>{states[state].label}</StatusBadge>
        ) : null}
        {batch.isSuspicious ? <StatusBadge level="look">Worth a look</StatusBadge> : null}
        <Text size="sm">{[product, region].filter((part) => part !== '').join(' · ')}</Text>
      </Group>
      {hasCodes ? (
        <Text size="sm">
          {states[state].text} {usedInWords(batch)}
        </Text>
      ) : null}
      <Text size="sm" c="dimmed">
        {reason === null ? null : `${formatTime(changedAt)}: ${reason} · `}
        <Anchor component={Link} href={`/?period=all&shop=${label}`} inherit underline="always">
          Winners by day and state
        </Anchor>
      </Text>
    </Row>
  );
}

/** One code that was photographed and passed round shows as many tries on a used one. */
function usedInWords({ codes, used, usedTries, triedCodes, mostTries }: Batch): string {
  const all = `${formatCount(used)} of ${countOf(codes, 'code')} used`;
  if (usedTries === 0) return `${all}.`;
  const tries = countOf(usedTries, 'later try', 'later tries');
  return `${all}; ${tries} on ${countOf(triedCodes, 'used code')}, ${formatCount(mostTries)} on one of them.`;
}

const consequences = {
  open: 'From now on shoppers take part with its codes.',
  close: 'Its unused codes are no longer accepted. Open undoes it.',
  recall: 'Its unused codes are never accepted again. Rewards that were won stay.',
} as const;

function ChangeDialog({ batch: { label }, change, close, finish }: Asked & Ends) {
  const { call } = useConsole();
  const title = `${changeLabels[change]} ${label}`;
  const send = async (reason: string) =>
    (await call('changePacks', { label, change, reason })).message;
  return (
    <ReasonDialog
      title={title}
      send={send}
      {...{ close, finish }}
      button={title}
      color={change === 'open' ? 'indigo' : 'red.9'}
    >
      <Text size="sm">{consequences[change]}</Text>
      {change === 'recall' ? (
        <Text size="sm" fw={600}>
          This cannot be undone.
        </Text>
      ) : null}
    </ReasonDialog>
  );
}

const refusals = [
  ['used', 'Used before', 'Each code works once: a photograph of one was passed round, or shared.'],
  ['notOpen', 'Not on sale', 'Of a batch that is a draft, closed or recalled.'],
  ['unknown', 'Not ours', 'Mistyped, or guessed: a guess never succeeds.'],
] as const;

function RefusedPanel({ refused }: { refused: NonNullable<Packs['refused']> }) {
  const facts = refusals.map(([name, label, text]) => ({
    label,
    value: (
      <>
        {formatCount(refused[name])}
        <Text size="xs" c="dimmed">
          {text}
        </Text>
      </>
    ),
  }));
  return (
    <Panel title="Refused codes, by reason">
      <Facts facts={facts} />
    </Panel>
  );
}

function FunnelPanel({ batches }: { batches: readonly Batch[] }) {
  const [by, setBy] = useState<Grouping>('label');
  return (
    <Panel title="From the scan to the reward">
      <Group>
        <SegmentedControl
          aria-label="Summed by"
          data={groupingNames.map((value) => ({ value, label: groupings[value] }))}
          value={by}
          onChange={setBy}
        />
      </Group>
      <DataTable
        caption={`From the scan to the reward, by ${groupings[by].toLowerCase()}`}
        table={funnelOf(batches, by)}
      />
      <Text size="sm" c="dimmed">
        People whose first link was of one of its packs. Counted every few minutes.
      </Text>
    </Panel>
  );
}
