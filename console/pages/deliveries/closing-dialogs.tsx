import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { useConsole } from '../../app/console-context.ts';
import { QueryResult } from '../../app/query-result.tsx';
import { ReasonForm } from '../../app/reason-form.tsx';
import { CommandText } from '../../ui/command-text.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { countOf, formatRupees } from '../../ui/format.ts';
import type { Settling } from './examples-panel.tsx';

type Ends = {
  readonly close: () => void;
  /** `message` says what was done. */
  readonly finish: (message: string) => void;
};

export function WithdrawDialog({ batch, ...ends }: Ends & { readonly batch: number }) {
  const { call } = useConsole();
  const counted = useQuery({
    queryKey: ['withdraw', batch],
    queryFn: () => call('countWithdrawal', { batch }),
    // What is confirmed has just been counted.
    gcTime: 0,
  });
  return (
    <Dialog isOpen title={`Withdraw batch ${batch}`} close={ends.close}>
      <QueryResult query={counted} what="the codes" heights={[160]}>
        {({ codes, kept, needsTwo }) => (
          <ClosingForm
            {...ends}
            needsTwo={needsTwo}
            send={(reason) => call('withdrawBatch', { batch, reason })}
            button={`Withdraw ${countOf(codes, 'code')}`}
          >
            <Text size="sm">
              {countOf(codes, 'code')} {codes === 1 ? 'leaves' : 'leave'} the stock: no winner gets{' '}
              {codes === 1 ? 'it' : 'them'}, and {codes === 1 ? 'it' : 'they'} cannot be loaded
              again.
              {kept === 0
                ? ''
                : ` ${countOf(kept, 'winner')} ${kept === 1 ? 'keeps a code' : 'keep their codes'} of this batch.`}
            </Text>
            <Text size="sm" fw={600}>
              This cannot be undone.
            </Text>
          </ClosingForm>
        )}
      </QueryResult>
    </Dialog>
  );
}

export function SettleDialog({ settling, ...ends }: Ends & { readonly settling: Settling }) {
  const { call } = useConsole();
  const [typed, setTyped] = useState('');
  const { example, needsTwo } = settling;
  const { message, amount, reason: failure } = example;
  const reference = typed.trim() === '' ? null : typed.trim();
  return (
    <Dialog isOpen title="Settle by hand" close={ends.close}>
      <ClosingForm
        {...ends}
        needsTwo={needsTwo}
        send={(reason) => call('settleVoucher', { message, reference, reason })}
        button="Settle the voucher"
      >
        <Text size="sm">
          Only after the winner got {formatRupees(amount)} in another way. The voucher is closed: it
          is not sent again, and its code goes to nobody else.
          {failure === null ? '' : ` It failed with “${failure}”.`}
        </Text>
        <Text size="sm" fw={600}>
          This cannot be undone.
        </Text>
        <TextInput
          label="Payment reference"
          description="Such as a receipt or UPI reference. Without a name or mobile number."
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          maxLength={60}
          autoComplete="off"
        />
      </ClosingForm>
    </Dialog>
  );
}

type Done = AnswerOf<'settleVoucher'>;

type FormProps = Ends & {
  readonly needsTwo: boolean;
  readonly send: (reason: string) => Promise<Done>;
  readonly button: string;
  readonly children: ReactNode;
};

/** Does it, or where two people are required shows the command by which one proposes it. */
function ClosingForm({ needsTwo, send, close, finish, button, children }: FormProps) {
  const answered = useRef<Done>(undefined);
  const [proposed, setProposed] = useState<Done>();
  if (typeof proposed?.command === 'string') {
    return (
      <Stack gap="md">
        <Text size="sm">{proposed.message}</Text>
        <CommandText command={proposed.command} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Close
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <ReasonForm
      send={async (reason) => {
        answered.current = await send(reason);
        return answered.current.message;
      }}
      close={close}
      finish={(message) => {
        const { current } = answered;
        if (typeof current?.command === 'string') setProposed(current);
        else finish(message);
      }}
      button={needsTwo ? 'Show the command' : button}
      color={needsTwo ? 'indigo' : 'red.9'}
    >
      {children}
      {needsTwo ? (
        <Text size="sm">
          This campaign requires two people: nothing is changed here, you get the command.
        </Text>
      ) : null}
    </ReasonForm>
  );
}
