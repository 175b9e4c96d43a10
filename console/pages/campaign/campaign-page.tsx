import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { mayCall, useConsole } from '../../app/console-context.ts';
import { PageTitle } from '../../app/layout/page-title.tsx';
import { QueryResult } from '../../app/query-result.tsx';
import { formatDay } from '../../ui/format.ts';
import { Verdicts } from '../../ui/verdicts.tsx';
import { AmendPanel } from './amend-panel.tsx';
import { ApprovalsPanel } from './approvals-panel.tsx';
import type { Campaign } from './campaign-answer.ts';
import { ChecklistPanel } from './checklist-panel.tsx';
import { PausePanel } from './pause-panel.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { SmsPanel } from './sms-panel.tsx';

const restingMs = 15_000;
const checkingMs = 700;

export function CampaignPage() {
  const { call } = useConsole();
  const answer = useQuery({
    queryKey: ['campaign'],
    queryFn: () => call('readCampaign', {}),
    refetchInterval: ({ state }) => (state.data?.isChecking ? checkingMs : restingMs),
    refetchOnWindowFocus: true,
  });
  return (
    <Stack gap="md">
      <div>
        <PageTitle>Campaign</PageTitle>
        <Text size="sm" c="dimmed">
          {answer.data
            ? daysOf(answer.data)
            : 'What it needs to run, how it looks, and who changed it.'}
        </Text>
      </div>
      <QueryResult query={answer} fetching="The campaign is being fetched." heights={[80, 320]}>
        {(campaign) => <Panels campaign={campaign} refresh={() => void answer.refetch()} />}
      </QueryResult>
    </Stack>
  );
}

type Props = { readonly campaign: Campaign; readonly refresh: () => void };

function Panels({ campaign, refresh }: Props) {
  const { role } = useConsole().session.account;
  const isOver = campaign.phase === 'ended';
  return (
    <>
      <Verdicts verdicts={campaign.verdicts} />
      <ChecklistPanel campaign={campaign} refresh={refresh} />
      <PreviewPanel campaign={campaign} />
      <SmsPanel />
      {campaign.isCommitted ? (
        <>
          <PausePanel campaign={campaign} refresh={refresh} />
          {mayCall(role, 'prepareAmendment') && !isOver ? <AmendPanel campaign={campaign} /> : null}
          <ApprovalsPanel campaign={campaign} refresh={refresh} />
        </>
      ) : null}
    </>
  );
}

function daysOf({ programme, lastDay }: Campaign): string {
  const days = `${formatDay(programme.from)} to ${formatDay(lastDay)}`;
  if (lastDay === programme.to) return days;
  return `${days}. The last day was moved from ${formatDay(programme.to)}.`;
}
