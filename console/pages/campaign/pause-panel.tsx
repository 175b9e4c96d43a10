import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { mayCall, useConsole, type Campaign } from '../../app/console-context.ts';
import { Facts } from '../../ui/facts.tsx';
import { formatTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { ReasonDialog, useAsked, type Ends } from '../../app/reason-form.tsx';

const whatPauses = [
  { label: 'Stops', value: 'Rewards and new codes, at once. Within two seconds the site says so.' },
  {
    label: 'Goes on',
    value: 'Codes that were sent can be entered. Vouchers that are owed are sent.',
  },
  { label: 'Does not change', value: 'The last day, and what has been won.' },
];

export function PausePanel({ campaign }: { readonly campaign: Campaign }) {
  const { session } = useConsole();
  const { asked, ask, ends } = useAsked<true>('campaign');
  const { id, pausedSince } = campaign;
  const isPaused = pausedSince !== null;
  const title = isPaused ? 'Resume' : 'Pause';
  return (
    <Panel title={title}>
      <Text size="sm">
        {isPaused
          ? `Paused since ${formatTime(pausedSince)}. No rewards are granted and no codes are sent. Vouchers that are owed are still sent. Shoppers read that the campaign is paused.`
          : 'For an emergency. You give a reason, and Resume undoes it.'}
      </Text>
      {isPaused ? null : <Facts facts={whatPauses} />}
      {mayCall(session.account.role, 'pauseCampaign') ? (
        <Group>
          <Button color={isPaused ? 'indigo' : 'red.9'} onClick={() => ask(true)}>
            {isPaused ? 'Resume the campaign' : 'Pause the campaign'}
          </Button>
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          A manager can do it here, or an operator with npx inaam campaign {title.toLowerCase()}.
        </Text>
      )}
      {asked ? <PauseDialog campaign={id} isPaused={isPaused} {...ends} /> : null}
    </Panel>
  );
}

type PauseDialogProps = Ends & {
  /** Its id. */
  readonly campaign: string;
  readonly isPaused: boolean;
};

function PauseDialog({ campaign, isPaused, close, finish }: PauseDialogProps) {
  const { call } = useConsole();
  const [typed, setTyped] = useState('');
  const isSure = typed.trim() === campaign;
  const title = isPaused ? 'Resume the campaign' : 'Pause the campaign';
  const send = async (reason: string) => {
    const name = isPaused ? 'resumeCampaign' : 'pauseCampaign';
    return (await call(name, { campaign: typed, reason })).message;
  };
  const idField = (isChecked: boolean) => (
    <TextInput
      label="The campaign's id"
      description={`Type ${campaign}, to be sure that this is the right campaign.`}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      error={isChecked && !isSure ? `Type ${campaign}.` : undefined}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  );
  return (
    <ReasonDialog
      title={title}
      send={send}
      {...{ close, finish }}
      button={title}
      color={isPaused ? 'indigo' : 'red.9'}
      isComplete={isSure}
      isRepeatable
      after={idField}
    >
      <Text size="sm">
        {isPaused
          ? 'Within two seconds codes are sent and rewards are granted again.'
          : 'Rewards stop at once. Resume undoes it.'}
      </Text>
    </ReasonDialog>
  );
}
