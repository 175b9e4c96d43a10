import { Badge, Button, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { mayCall, useConsole } from '../../app/console-context.ts';
import { CommandText } from '../../ui/command-text.tsx';
import { Facts, Hash } from '../../ui/facts.tsx';
import { formatCount, formatTime } from '../../ui/format.ts';
import { showSuccess } from '../../ui/success-notification.ts';
import { Panel } from '../../ui/panel.tsx';
import type { Campaign, Proposal } from './campaign.rules.ts';
import styles from './campaign.module.css';
import { ReasonForm } from '../../app/reason-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';

type Props = { readonly campaign: Campaign; readonly refresh: () => void };

export function ApprovalsPanel({ campaign, refresh }: Props) {
  const { approvers, proposals, amendments, problem } = campaign;
  return (
    <Panel title="Approvals">
      {problem === null ? null : (
        <Text size="sm" fw={600} c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
      {approvers === null ? (
        <Text size="sm">
          {problem === null
            ? 'One person who has both parts of the draw’s secret can change the campaign alone.'
            : null}
        </Text>
      ) : (
        <>
          <Text size="sm">
            Changes that cost money need two of these people. Compare each key with its owner.
          </Text>
          <Facts
            facts={approvers.map(({ name, key }) => ({
              label: name,
              value: <Hash name={`the key of ${name}`}>{key}</Hash>,
              isWide: true,
            }))}
          />
        </>
      )}
      {proposals.length === 0 ? null : (
        <>
          <Title order={3} size="h5">
            Proposals
          </Title>
          <ul className={styles['entries']} aria-label="Proposals">
            {proposals.map((proposal) => (
              <OneProposal key={proposal.number} proposal={proposal} refresh={refresh} />
            ))}
          </ul>
        </>
      )}
      <Title order={3} size="h5">
        Amendments
      </Title>
      <Amendments amendments={amendments} />
    </Panel>
  );
}

function Amendments({ amendments }: Pick<Campaign, 'amendments'>) {
  if (amendments.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        None. The campaign runs as committed to.
      </Text>
    );
  }
  return (
    <ul className={styles['entries']} aria-label="Amendments">
      {amendments.map(({ entry, at, command, what, signedBy }) => (
        <li key={entry}>
          <Text size="sm" fw={600}>
            {what}
          </Text>
          <Text size="sm" c="dimmed">
            {formatTime(at)}, entry {formatCount(entry)} of the ledger
            {command === null ? '' : `, by ${command}`}.{' '}
            {signedBy.length === 0
              ? 'Sealed with the draw’s secret.'
              : `Signed by ${signedBy.join(' and ')}.`}
          </Text>
        </li>
      ))}
    </ul>
  );
}

const colours = {
  open: 'indigo',
  executed: 'green',
  refused: 'gray',
  void: 'gray',
  forged: 'red',
} as const;

function OneProposal({
  proposal,
  refresh,
}: {
  readonly proposal: Proposal;
  readonly refresh: () => void;
}) {
  const { session } = useConsole();
  const [isRefusing, setIsRefusing] = useState(false);
  const { number, state, command, by, reason, what, at, expires, endedBy, problem } = proposal;
  const finish = (message: string) => {
    setIsRefusing(false);
    showSuccess('Done', message);
    refresh();
  };
  return (
    <li>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          Proposal {number}
          {command === null ? '' : `: ${command}`}
        </Text>
        <Badge variant="light" color={colours[state]}>
          {state}
        </Badge>
      </Group>
      {what === null ? null : <Text size="sm">{what}</Text>}
      <Text size="sm" c="dimmed">
        {by === null ? 'Written' : `Proposed by ${by}`} on {formatTime(at)}.
        {reason === null ? '' : ` Reason: ${reason}.`}
        {endedBy === null
          ? ''
          : ` ${state === 'executed' ? 'Confirmed' : 'Refused'} by ${endedBy}.`}
        {problem === null ? '' : ` It cannot be confirmed: ${problem}`}
      </Text>
      {state === 'open' ? (
        <>
          <Text size="sm">
            Another approver can confirm it until {expires === null ? '' : formatTime(expires)}:
          </Text>
          <CommandText
            command={`npx inaam approvals confirm ${number} --key your.key`}
            label={`Copy the command for proposal ${number}`}
          />
          {mayCall(session.account.role, 'refuseProposal') ? (
            <Button mt="xs" variant="default" onClick={() => setIsRefusing(true)}>
              Refuse proposal {number}
            </Button>
          ) : null}
        </>
      ) : null}
      {isRefusing ? (
        <RefuseDialog number={number} close={() => setIsRefusing(false)} finish={finish} />
      ) : null}
    </li>
  );
}

type RefuseDialogProps = {
  readonly number: number;
  readonly close: () => void;
  /** `message` says what was done. */
  readonly finish: (message: string) => void;
};

function RefuseDialog({ number, close, finish }: RefuseDialogProps) {
  const { call } = useConsole();
  const refuse = async (reason: string) =>
    (await call('refuseProposal', { number, reason })).message;
  return (
    <Dialog isOpen title={`Refuse proposal ${number}`} close={close}>
      <ReasonForm send={refuse} {...{ close, finish }} button="Refuse" isRepeatable>
        <Text size="sm">
          It is closed permanently and changes nothing. The same can be proposed again.
        </Text>
      </ReasonForm>
    </Dialog>
  );
}
