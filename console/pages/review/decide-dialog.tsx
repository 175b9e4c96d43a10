import { Text } from '@mantine/core';
import { useConsole } from '../../app/console-context.ts';
import { ReasonForm } from '../../app/reason-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Action } from './review-answer.ts';
import { actionWords, needsSecond } from './review-words.ts';

type Props = {
  readonly action: Action;
  readonly cluster: number;
  readonly pseudonyms: readonly string[];
  readonly needsTwo: boolean;
  readonly close: () => void;
  /** `message` says what was done, and what was too late. */
  readonly finish: (message: string) => void;
};

export function DecideDialog(props: Props) {
  const { action, cluster, pseudonyms, needsTwo, close, finish } = props;
  const { call } = useConsole();
  const { title, effect, button } = actionWords[action];
  const isProposal = action === 'refuse' && needsTwo;
  const label = button(pseudonyms.length);
  const decide = async (why: string) => {
    const fields = { cluster, pseudonyms: [...pseudonyms], action, why };
    return (await call('decideVouchers', fields)).message;
  };
  return (
    <Dialog isOpen title={title} close={close}>
      <ReasonForm
        send={decide}
        {...{ close, finish }}
        button={isProposal ? `Propose to ${label.toLowerCase()}` : label}
        color={action === 'refuse' || action === 'confirm' ? 'red' : 'indigo'}
      >
        <Text size="sm">{effect}</Text>
        {isProposal ? (
          <Text size="sm" fw={600}>
            {needsSecond}
          </Text>
        ) : null}
      </ReasonForm>
    </Dialog>
  );
}
