import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useConsole } from '../../app/console-context.ts';
import { ReasonForm } from '../../app/reason-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';

type Props = {
  /** Its id. */
  readonly campaign: string;
  readonly isPaused: boolean;
  readonly close: () => void;
  /** `message` says what was done. */
  readonly finish: (message: string) => void;
};

export function PauseDialog({ campaign, isPaused, close, finish }: Props) {
  const { call } = useConsole();
  const [typed, setTyped] = useState('');
  const isSure = typed.trim() === campaign;
  const title = isPaused ? 'Resume the campaign' : 'Pause the campaign';
  const send = async (why: string) => {
    const name = isPaused ? 'resumeCampaign' : 'pauseCampaign';
    return (await call(name, { campaign: typed, why })).message;
  };
  const idField = (isChecked: boolean) => (
    <TextInput
      label="The campaign's id"
      description={`Type ${campaign}, so that it is not another campaign's console.`}
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
    <Dialog isOpen title={title} close={close}>
      <ReasonForm
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
            : 'Nothing is granted any more from the moment you press the button. It is undone by Resume.'}
        </Text>
      </ReasonForm>
    </Dialog>
  );
}
