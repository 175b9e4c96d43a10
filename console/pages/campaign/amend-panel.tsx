import {
  Button,
  Group,
  List,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { failureOf } from '../../app/calls/send-call.ts';
import { useConsole } from '../../app/console-context.ts';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { formatDay } from '../../ui/format.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReasonField, reasonFault } from '../../ui/reason-field.tsx';
import { emptyWish, wishFault, wishOf, type Campaign, type Typed } from './campaign.rules.ts';
import styles from './campaign.module.css';
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { CommandText } from '../../ui/command-text.tsx';
import { InlineCode } from './findings.tsx';

const commands = [
  { value: 'campaign supplement', label: 'Add rewards' },
  { value: 'campaign extend', label: 'Later last day' },
  { value: 'campaign end', label: 'End early' },
] as const;

type Props = { readonly campaign: Campaign };

export function AmendPanel({ campaign }: Props) {
  const { call, reason: remembered, rememberReason } = useConsole();
  const [typed, setTyped] = useState<Typed>(emptyWish);
  const [reason, setReason] = useState(remembered);
  const [isChecked, setIsChecked] = useState(false);
  const prepare = useMutation({
    mutationFn: () => call('prepareAmendment', { wish: wishOf(typed), reason: reason.trim() }),
    onSuccess: () => rememberReason(reason.trim()),
  });
  const change = (part: Partial<Typed>) => {
    setTyped({ ...typed, ...part });
    // Drop a preparation that no longer matches the input.
    prepare.reset();
  };
  const fault = reasonFault(reason);
  const wrong = wishFault(typed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (fault === undefined && wrong === undefined && !prepare.isPending) prepare.mutate();
  };
  return (
    <Panel title="Budget and last day">
      <Text size="sm">
        Add rewards or move the last day. What was promised cannot be taken back. The change is
        sealed with the draw’s secret, so a command makes it: see here what it would do, and copy
        the command.
      </Text>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm" maw={656}>
          <SegmentedControl
            aria-label="What to change"
            data={[...commands]}
            classNames={{ label: styles['commands'] ?? '' }}
            value={typed.command}
            onChange={(chosen) => {
              const found = commands.find(({ value }) => value === chosen);
              if (found) change({ command: found.value });
            }}
          />
          <Wish
            campaign={campaign}
            typed={typed}
            change={change}
            fault={isChecked ? wrong : undefined}
          />
          <ReasonField
            value={reason}
            change={(text) => {
              setReason(text);
              prepare.reset();
            }}
            fault={isChecked ? fault : undefined}
          />
          <Group>
            <Button type="submit" variant="default" loading={prepare.isPending}>
              Show what it would do
            </Button>
          </Group>
        </Stack>
      </form>
      {prepare.error ? <FailureNotice failure={failureOf(prepare.error)} /> : null}
      {prepare.data ? <Prepared prepared={prepare.data} command={typed.command} /> : null}
    </Panel>
  );
}

type WishProps = Props & {
  readonly typed: Typed;
  readonly change: (part: Partial<Typed>) => void;
  readonly fault: string | undefined;
};

function Wish({ campaign, typed, change, fault }: WishProps) {
  if (typed.command !== 'campaign supplement') {
    return (
      <TextInput
        type="date"
        label="Last day"
        description={`In India. Now it is ${formatDay(campaign.lastDay)}.`}
        value={typed.day}
        onChange={(event) => change({ day: event.currentTarget.value })}
        error={fault}
        required
      />
    );
  }
  const { fixedStates, hasReserve } = campaign;
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
      <Count
        label="Blocks of the deck"
        value={typed.blocks}
        change={(blocks) => change({ blocks })}
        fault={fault}
      />
      {hasReserve ? (
        <Count
          label="Rewards of the reserve"
          value={typed.reserve}
          change={(reserve) => change({ reserve })}
        />
      ) : null}
      {fixedStates.map((state) => (
        <Count
          key={state}
          label={`Fixed rewards of ${state}`}
          value={typed.fixed[state] ?? 0}
          change={(rewards) => change({ fixed: { ...typed.fixed, [state]: rewards } })}
        />
      ))}
    </SimpleGrid>
  );
}

type CountProps = {
  readonly label: string;
  readonly value: number;
  readonly change: (value: number) => void;
  readonly fault?: string | undefined;
};

function Count({ label, value, change, fault }: CountProps) {
  return (
    <NumberField
      label={label}
      value={value}
      change={(next) => change(next || 0)}
      digitsMax={9}
      error={fault}
    />
  );
}

type PreparedCommandProps = {
  readonly prepared: AnswerOf<'prepareAmendment'>;
  readonly command: Typed['command'];
};

const notes: Readonly<Record<Typed['command'], string>> = {
  'campaign supplement': 'Load the voucher codes for it too: `vouchers load`.',
  'campaign extend': 'More days may need more rewards: add them as well.',
  'campaign end':
    'After that day nobody can begin. A shopper who was verified by then has 24 hours for the reward, and vouchers that are owed are sent. To stop at once, pause it too.',
};

function Prepared({ prepared, command }: PreparedCommandProps) {
  return (
    <Stack gap="sm">
      <Text size="sm" fw={600}>
        {prepared.what} It is published at once and cannot be undone.
      </Text>
      <Text size="sm">
        <InlineCode text={notes[command]} />
      </Text>
      <List type="ordered" size="sm">
        <List.Item>
          Run the first command on the machine that has the campaign’s settings: it changes nothing.
        </List.Item>
        <List.Item>
          Run the second one where both parts of the draw’s secret are. It asks for the campaign’s
          id.
        </List.Item>
      </List>
      <CommandText command={prepared.dryRun} label="Copy the trial" />
      <CommandText command={prepared.command} />
    </Stack>
  );
}
