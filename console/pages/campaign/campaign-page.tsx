import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useConsole } from '../../app/console-context.ts';
import { NotFound } from '../../app/layout/layout.tsx';
import { addressOfSection, campaignSections as sections } from '../../app/layout/pages.ts';
import { PageTitle } from '../../app/layout/page-title.tsx';
import { QueryResult } from '../../app/query-result.tsx';
import { formatDay } from '../../ui/format.ts';
import { Verdicts } from '../../ui/verdicts.tsx';
import type { Campaign } from './campaign.rules.ts';
import styles from './campaign.module.css';
import { EditSection } from './edit/edit-section.tsx';
import { useTyped } from './edit/use-edits.ts';
import { PausePanel } from './pause-panel.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { SmsPanel } from './sms-panel.tsx';

const restingMs = 15_000;

type Section = keyof typeof sections;

const isSection = (name: string): name is Section => Object.hasOwn(sections, name);
const sectionNames = Object.keys(sections).filter(isSection);

export function CampaignPage({ section }: { readonly section: string }) {
  const { call } = useConsole();
  const answer = useQuery({
    queryKey: ['campaign'],
    queryFn: () => call('readCampaign', {}),
    refetchInterval: restingMs,
    refetchOnWindowFocus: true,
  });
  const unsaved = useTyped()?.list.length ?? 0;
  if (!isSection(section)) return <NotFound />;
  const Content = contents[section];
  return (
    <Stack gap="md">
      <PageTitle
        note={answer.data ? daysOf(answer.data) : 'What it needs to run, and how it looks.'}
      >
        Campaign
      </PageTitle>
      <nav className={styles['sections']} aria-label="Sections of the campaign">
        {sectionNames.map((name) => (
          <Link
            key={name}
            href={addressOfSection(name)}
            aria-current={name === section ? 'page' : undefined}
          >
            {sections[name]}
            {name === 'edit' && unsaved > 0 ? ` (${unsaved} unsaved)` : null}
          </Link>
        ))}
      </nav>
      <QueryResult query={answer} what="the campaign" heights={[80, 320]}>
        {(campaign) => <Content campaign={campaign} refresh={() => void answer.refetch()} />}
      </QueryResult>
    </Stack>
  );
}

type Props = {
  readonly campaign: Campaign;
  readonly refresh: () => void;
};

const contents: Readonly<Record<Section, (props: Props) => ReactNode>> = {
  '': (props) => (
    <>
      <Verdicts verdicts={props.campaign.verdicts} />
      {props.campaign.isCommitted ? <PausePanel {...props} /> : null}
    </>
  ),
  edit: ({ campaign }) => <EditSection campaign={campaign} />,
  preview: ({ campaign }) => <PreviewPanel campaign={campaign} />,
  sms: () => <SmsPanel />,
};

function daysOf({ programme, lastDay }: Campaign): string {
  const days = `${formatDay(programme.from)} to ${formatDay(lastDay)}`;
  if (lastDay === programme.to) return days;
  return `${days}. The last day was moved from ${formatDay(programme.to)}.`;
}
