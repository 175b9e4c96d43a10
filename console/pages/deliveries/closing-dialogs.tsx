import { Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConsole } from '../../app/console-context.ts';
import { QueryResult } from '../../app/query-result.tsx';
import { ReasonDialog, ReasonForm, type Ends } from '../../app/reason-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { countOf, formatRupees } from '../../ui/format.ts';
import type { Example } from './examples-panel.tsx';

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
        {({ codes, kept }) => (
          <ReasonForm
            {...ends}
            send={async (reason) => (await call('withdrawBatch', { batch, reason })).message}
            button={`Withdraw ${countOf(codes, 'code')}`}
            color="red.9"
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
          </ReasonForm>
        )}
      </QueryResult>
    </Dialog>
  );
}

export function SettleDialog({ example, ...ends }: Ends & { readonly example: Example }) {
  const { call } = useConsole();
  const [typed, setTyped] = useState('');
  const { message, amount, reason: failure } = example;
  const reference = typed.trim() === '' ? null : typed.trim();
  return (
    <ReasonDialog
      title="Settle by hand"
      {...ends}
      send={async (reason) => (await call('settleVoucher', { message, reference, reason })).message}
      button="Settle the voucher"
      color="red.9"
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
    </ReasonDialog>
  );
}
