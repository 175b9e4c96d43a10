import { Stack } from '@mantine/core';
import { campaignSections, editorParts, photoTools } from '@inaam/plugins/console.ts';
import { Link } from 'wouter';
import {
  useConsole,
  type Campaign,
  type CampaignSection,
  type Section,
  type SectionProps,
} from '../../app/console-context.ts';
import { NotFound } from '../../app/layout/layout.tsx';
import { addressOfSection } from '../../app/layout/pages.ts';
import { PageTitle } from '../../app/layout/page-title.tsx';
import { Late, QueryResult, useRefreshed } from '../../app/query-result.tsx';
import { Facts } from '../../ui/facts.tsx';
import {
  countOf,
  dayOf,
  formatCount,
  formatDay,
  formatRupees,
  languageName,
  lengthOf,
} from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Verdicts } from '../../ui/verdicts.tsx';
import { outlookOf, priceOf, type AmountStock, type Stock } from '../deliveries/stock-outlook.ts';
import styles from './campaign.module.css';
import { PausePanel } from './pause-panel.tsx';
import { SmsPanel } from './sms-panel.tsx';

const inTime =
  ({ name, load }: CampaignSection): Section =>
  (props) => (
    <Late name={name} load={load}>
      {(Content) => <Content {...props} />}
    </Late>
  );

const sections: readonly (Omit<CampaignSection, 'load'> & { Content: Section })[] = [
  { name: '', label: 'Status', Content: Status },
  ...campaignSections.map((section) => ({ ...section, Content: inTime(section) })),
  { name: 'sms', label: 'SMS', Content: SmsPanel },
];
const tools = {
  Preview: sections.find(({ isPreview }) => isPreview)?.Content,
  photoTool: photoTools[0],
  parts: editorParts,
};

export function CampaignPage({ section }: { readonly section: string }) {
  const { call } = useConsole();
  const answer = useRefreshed(['campaign'], () => call('readCampaign', {}));
  const Content = sections.find(({ name }) => name === section)?.Content;
  if (!Content) return <NotFound />;
  return (
    <Stack gap="md">
      <PageTitle
        note={answer.data ? daysOf(answer.data) : 'What it needs to run, and how it looks.'}
      >
        Campaign
      </PageTitle>
      <nav className={styles['sections']} aria-label="Sections of the campaign">
        {sections.map(({ name, label, Note }) => (
          <Link
            key={name}
            href={addressOfSection(name)}
            aria-current={name === section ? 'page' : undefined}
          >
            {label}
            {Note ? <Note /> : null}
          </Link>
        ))}
      </nav>
      <QueryResult query={answer} what="the campaign" heights={[80, 320]}>
        {(campaign) => <Content campaign={campaign} {...tools} />}
      </QueryResult>
    </Stack>
  );
}

function Status({ campaign }: SectionProps) {
  const { call } = useConsole();
  const { rewards, fixedRewards, languages } = campaign;
  const stock = useRefreshed(['deliveries', 'stock'], () => call('readStock', {})).data;
  const facts = [
    { label: 'Days', value: dayInWords(campaign) },
    { label: 'Rewards of the wheel', value: rewards.map(formatRupees).join(', ') || 'None' },
    { label: 'Fixed rewards', value: fixedRewards.map(formatRupees).join(', ') || 'None' },
    ...(stock ? stock.amounts.map((one) => outlookFact(one, stock)) : []),
    { label: 'Languages', value: languages.map(languageName).join(', ') },
  ];
  return (
    <>
      <Verdicts verdicts={campaign.verdicts} />
      <Panel title="The campaign">
        <Facts facts={facts} />
      </Panel>
      {campaign.isCommitted ? <PausePanel campaign={campaign} /> : null}
    </>
  );
}

const outlookFact = (one: AmountStock, stock: Stock) => ({
  label: `Voucher codes of ${priceOf(one.amount)}`,
  value: outlookOf(one, stock).text,
});

function dayInWords({ at, programme: { from }, lastDay }: Campaign): string {
  const day = lengthOf({ from, until: dayOf(at) });
  const all = lengthOf({ from, until: lastDay });
  if (day < 1) return `Begins in ${countOf(1 - day, 'day')}, for ${countOf(all, 'day')}`;
  return day > all ? `Over, after ${countOf(all, 'day')}` : `Day ${day} of ${formatCount(all)}`;
}

function daysOf({ programme, lastDay }: Campaign): string {
  const days = `${formatDay(programme.from)} to ${formatDay(lastDay)}`;
  if (lastDay === programme.to) return days;
  return `${days}. The last day was moved from ${formatDay(programme.to)}.`;
}
