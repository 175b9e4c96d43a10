import { Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import { useConsole } from '../../app/console-context.ts';
import { ReasonForm } from '../../app/reason-form.tsx';
import type { SendCall } from '../../app/calls/send-call.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { saveFile } from '../../ui/csv.ts';
import type { Action, Person } from './person-actions.ts';

type Props = {
  readonly person: Person;
  readonly action: Action;
  readonly close: () => void;
  /** `message` says what was done. */
  readonly finish: (message: string) => void;
};

export function ActionDialog({ person, action, close, finish }: Props) {
  const { call } = useConsole();
  const [isSure, setIsSure] = useState(action.name !== 'eraseNumber');
  const sureBox = (isChecked: boolean) => (
    <Checkbox
      label="The person asked for it, and it cannot be undone."
      checked={isSure}
      onChange={(event) => setIsSure(event.currentTarget.checked)}
      error={isChecked && !isSure ? 'Tick this to erase.' : undefined}
    />
  );
  return (
    <Dialog isOpen title={action.label} close={close}>
      <ReasonForm
        send={(reason) => perform(call, { person, action, reason })}
        {...{ close, finish }}
        button={action.label}
        color={action.isGrave ? 'red.9' : 'indigo'}
        isComplete={isSure}
        isRepeatable
        {...(action.name === 'eraseNumber' ? { after: sureBox } : {})}
      >
        <Text size="sm">
          {person.shownNumber}. {action.effect}
        </Text>
      </ReasonForm>
    </Dialog>
  );
}

type Order = { person: Person; action: Action; reason: string };

/** @returns what was done, in a sentence */
async function perform(call: SendCall, { person: found, action, reason }: Order): Promise<string> {
  const { person, voucher } = found;
  if (action.name === 'exportNumber') {
    const { fileName, json } = await call('exportNumber', { person, reason });
    saveFile(fileName, new Blob([json], { type: 'application/json' }));
    return 'The file is downloaded. It holds personal data: delete it once it is handed over.';
  }
  if (action.name !== 'resendVoucher') {
    return (await call(action.name, { person, reason })).message;
  }
  if (voucher === null) throw new Error('Failed to send again: the person has no voucher.');
  return (await call('resendVoucher', { person, message: voucher.message, reason })).message;
}
