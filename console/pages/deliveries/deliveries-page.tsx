import { Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAnnounce } from '../../ui/announcer.tsx';
import { failureOf } from '../../app/call-failure.ts';
import { mayCall, useConsole } from '../../app/console-context.ts';
import { PageTitle } from '../../app/page-title.tsx';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { formatClock } from '../../ui/format.ts';
import { DebtsPanel } from './debts-panel.tsx';
import { ExamplesPanel } from './examples-panel.tsx';
import { ReasonsPanel } from './reasons-panel.tsx';
import { ResendDialog } from './resend-dialog.tsx';
import { StockPanels } from './stock-panels.tsx';

const refreshMs = 30_000;

export function DeliveriesPage() {
  const { call, session } = useConsole();
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [reason, setReason] = useState<string>();
  // It pauses by itself while the page is hidden.
  const answer = useQuery({
    queryKey: ['deliveries', 'figures'],
    queryFn: async () => {
      const [stock, deliveries] = await Promise.all([
        call('readStock', {}),
        call('readDeliveries', {}),
      ]);
      return { stock, deliveries };
    },
    refetchInterval: refreshMs,
    refetchOnWindowFocus: true,
  });
  const { data, error, isFetching } = answer;
  const finish = (message: string) => {
    setReason(undefined);
    notifications.show({ title: 'Sent again', message, role: 'status', autoClose: 10_000 });
    announce(message);
    void queries.invalidateQueries({ queryKey: ['deliveries'] });
  };
  return (
    <Stack gap="md">
      <div>
        <PageTitle>Stock and delivery</PageTitle>
        {data ? (
          <Text size="sm" c="dimmed">
            Updated {formatClock(data.stock.at)}
          </Text>
        ) : null}
      </div>
      {error ? (
        <FailureNotice
          failure={failureOf(error)}
          again={() => void answer.refetch()}
          isTrying={isFetching}
        />
      ) : null}
      {data ? (
        <>
          <DebtsPanel deliveries={data.deliveries} />
          <StockPanels stock={data.stock} />
          <ReasonsPanel reasons={data.deliveries.reasons} resend={setReason} />
          {mayCall(session.account.role, 'readDebtExamples') ? (
            <ExamplesPanel reasons={data.deliveries.reasons} />
          ) : null}
        </>
      ) : null}
      {!data && !error ? <FirstFigures /> : null}
      {reason === undefined ? null : (
        <ResendDialog reason={reason} close={() => setReason(undefined)} finish={finish} />
      )}
    </Stack>
  );
}

function FirstFigures() {
  return (
    <Stack gap="md">
      <VisuallyHidden component="output">The figures are being fetched.</VisuallyHidden>
      <Skeleton height={56} />
      <Skeleton height={160} />
      <Skeleton height={160} />
    </Stack>
  );
}
