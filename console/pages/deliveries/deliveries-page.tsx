import { Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAnnounce } from '../../ui/announcer.tsx';
import { mayCall, useConsole } from '../../app/console-context.ts';
import { PageTitle } from '../../app/layout/page-title.tsx';
import { QueryResult } from '../../app/query-result.tsx';
import { formatClock } from '../../ui/format.ts';
import { DebtsPanel } from './debts-panel.tsx';
import { ExamplesPanel } from './examples-panel.tsx';
import { ReasonsPanel, ResendDialog } from './reasons-panel.tsx';
import { StockPanels } from './stock-panels.tsx';

const refreshMs = 30_000;

export function DeliveriesPage() {
  const { call, session } = useConsole();
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [failure, setFailure] = useState<string>();
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
  const { data: shown } = answer;
  const finish = (message: string) => {
    setFailure(undefined);
    notifications.show({ title: 'Sent again', message, role: 'status', autoClose: 10_000 });
    announce(message);
    void queries.invalidateQueries({ queryKey: ['deliveries'] });
  };
  return (
    <Stack gap="md">
      <div>
        <PageTitle>Stock and delivery</PageTitle>
        {shown ? (
          <Text size="sm" c="dimmed">
            Updated {formatClock(shown.stock.at)}
          </Text>
        ) : null}
      </div>
      <QueryResult
        query={answer}
        fetching="The figures are being fetched."
        heights={[56, 160, 160]}
      >
        {(data) => (
          <>
            <DebtsPanel deliveries={data.deliveries} />
            <StockPanels stock={data.stock} />
            <ReasonsPanel reasons={data.deliveries.reasons} resend={setFailure} />
            {mayCall(session.account.role, 'readDebtExamples') ? (
              <ExamplesPanel reasons={data.deliveries.reasons} />
            ) : null}
          </>
        )}
      </QueryResult>
      {failure === undefined ? null : (
        <ResendDialog failure={failure} close={() => setFailure(undefined)} finish={finish} />
      )}
    </Stack>
  );
}
