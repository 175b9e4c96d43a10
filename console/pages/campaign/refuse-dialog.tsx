import { Text } from '@mantine/core';
import { useConsole } from '../../app/console-context.ts';
import { ReasonForm } from '../../app/reason-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';

type Props = {
  readonly number: number;
  readonly close: () => void;
  /** `message` says what was done. */
  readonly finish: (message: string) => void;
};

export function RefuseDialog({ number, close, finish }: Props) {
  const { call } = useConsole();
  const refuse = async (why: string) => (await call('refuseProposal', { number, why })).message;
  return (
    <Dialog isOpen title={`Refuse proposal ${number}`} close={close}>
      <ReasonForm send={refuse} {...{ close, finish }} button="Refuse" isRepeatable>
        <Text size="sm">
          It is closed for good and changes nothing. The same can be proposed again.
        </Text>
      </ReasonForm>
    </Dialog>
  );
}
