import { Button, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { campaignSections } from '@inaam/plugins/console.ts';
import { useConsole } from '../../app/console-context.ts';
import { addressOfSection } from '../../app/layout/pages.ts';
import { Late, QueryResult } from '../../app/query-result.tsx';
import { useAnnounce } from '../../ui/announcer.tsx';
import { formatCount, formatTime } from '../../ui/format.ts';
import { LookIcon } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PlotOrigin } from '../../ui/plot-frame.tsx';
import { EmptyState, StatusBadge } from '../../ui/states.tsx';
import { Verdicts } from '../../ui/verdicts.tsx';
import { FailuresPanel, BonusPanel, FunnelPanel, StockPanel } from './bar-panels.tsx';
import { BreakdownPanel } from './breakdown-panel.tsx';
import { KeyFigures } from './key-figures.tsx';
import { type Measure, deliveryFacts, namedProcesses } from './measures.ts';
import { ViewBar } from './view-bar.tsx';
import {
  addressOf,
  daysOf,
  isKnown,
  shownDays,
  shownFilters,
  toggled,
  viewOf,
  type Days,
  type Overview,
  type View,
} from './view.ts';
import styles from './overview.module.css';
import { Facts } from '../../ui/facts.tsx';

const refreshMs = 15_000;

const importMainPlot = () => import('./main-plot.tsx');
const importBudgetPlot = () => import('./budget-plot.tsx');

export function OverviewPage() {
  const { call, now } = useConsole();
  const search = useSearch();
  const [, navigate] = useLocation();
  const view = useMemo(() => viewOf(search), [search]);
  const open = (next: View) => navigate(addressOf(next));
  const programme = useRef<Overview['programme']>(undefined);
  // Polling pauses while the page is hidden.
  const answer = useQuery({
    queryKey: ['overview', addressOf(view)],
    queryFn: async () => {
      const read = async (days: Days) => ({
        overview: await call('readOverview', { ...days, filter: view.filter }),
        days,
      });
      const first = await read(daysOf(view, now(), programme.current));
      programme.current = first.overview.programme;
      // Which days these are, only the answer says.
      const days = daysOf(view, now(), programme.current);
      return shownDays(days) === shownDays(first.days) ? first : read(days);
    },
    refetchInterval: refreshMs,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData } = answer;
  useAnnouncedVerdicts(data?.overview.verdicts);
  const days = data?.days ?? daysOf(view, now(), undefined);
  return (
    <Stack gap="md">
      <ViewBar view={view} open={open} days={days} overview={data?.overview} now={now()} />
      <QueryResult query={answer} what="the figures" heights={[44, 198, 358, 332]}>
        {(found) => (
          <Stack gap="sm" aria-busy={isPlaceholderData} className={styles['page'] ?? ''}>
            <Figures {...found} view={view} open={open} />
          </Stack>
        )}
      </QueryResult>
    </Stack>
  );
}

type FiguresProps = {
  readonly overview: Overview;
  readonly days: Days;
  readonly view: View;
  readonly open: (view: View) => void;
};

function Figures({ overview, days, view, open }: FiguresProps) {
  const { session } = useConsole();
  const [chosen, setChosen] = useState<Measure>('visits');
  const known = isKnown(view.filter, overview);
  const measure = known(chosen) ? chosen : 'verified';
  const filters = shownFilters(view.filter).map(({ text }) => text);
  const origin = {
    campaign: session.campaign.name,
    scope: [shownDays(days), ...filters].join(' · '),
    time: formatTime(overview.at),
  };
  const { parts, stock, delivery, processes, bonuses, at } = overview;
  return (
    <PlotOrigin value={origin}>
      <Verdicts verdicts={overview.verdicts} />
      {isEmpty(overview, view) ? (
        <NoVisits />
      ) : (
        <>
          <KeyFigures
            overview={overview}
            days={days}
            isKnown={known}
            chosen={measure}
            choose={setChosen}
          />
          <div className={styles['columns']} data-first="wide">
            <Late name="main-plot" load={importMainPlot} what="the plot" heights={[378]}>
              {({ MainPlot }) => <MainPlot overview={overview} days={days} measure={measure} />}
            </Late>
            <FunnelPanel total={overview.total} days={days} isKnown={known} />
          </div>
          <BreakdownPanel
            parts={parts}
            days={days}
            filter={view.filter}
            toggle={(name, value) => open(toggled(view, name, value))}
          />
        </>
      )}
      <div className={styles['columns']}>
        <Stack gap="sm" className={styles['page'] ?? ''}>
          <Late name="budget-plot" load={importBudgetPlot} what="the plot" heights={[448]}>
            {({ BudgetPlot }) => <BudgetPlot overview={overview} />}
          </Late>
          {bonuses === null ? null : (
            <BonusPanel total={overview.total} days={days} isKnown={known} bonuses={bonuses} />
          )}
          <ProcessesPanel processes={processes} at={at} />
        </Stack>
        <Stack gap="sm" className={styles['page'] ?? ''}>
          <StockPanel stock={stock} now={origin.time} />
          <FailuresPanel failures={delivery.failures} days={days} />
          <CountedPanel counted={overview.counted} />
        </Stack>
      </div>
      <DeliveryPanel overview={overview} />
    </PlotOrigin>
  );
}

function isEmpty({ total }: Overview, { filter }: View): boolean {
  return shownFilters(filter).length === 0 && Object.values(total).every((count) => count === 0);
}

function NoVisits() {
  const preview = campaignSections.find(({ isPreview }) => isPreview);
  return (
    <Panel title="Figures">
      <EmptyState
        Icon={LookIcon}
        title="No visits in this period"
        text="A visit appears here within seconds of a scan. If there were visits on other days, choose a longer period."
        action={
          preview ? (
            <Button component={Link} href={addressOfSection(preview.name)} variant="default">
              See the campaign’s screens
            </Button>
          ) : null
        }
      />
    </Panel>
  );
}

/** Announces changed verdicts, but not figures that merely grow. */
function useAnnouncedVerdicts(verdicts: Overview['verdicts'] | undefined): void {
  const announce = useAnnounce();
  const levels = verdicts?.map(({ level }) => level).join(' ');
  const text = verdicts?.map(({ text }) => text).join(' ');
  const known = useRef<string>(undefined);
  useEffect(() => {
    if (levels === undefined || text === undefined) return;
    if (known.current !== undefined && known.current !== levels) announce(text);
    known.current = levels;
  }, [announce, levels, text]);
}

const Note = ({ text }: { readonly text: string | undefined }) => (
  <Text size="xs" c="dimmed">
    {text}
  </Text>
);

function DeliveryPanel({ overview }: { overview: Overview }) {
  const facts = deliveryFacts(overview).map(({ label, value, note }) => ({
    label,
    value: (
      <>
        {value}
        <Note text={note} />
      </>
    ),
  }));
  return (
    <Panel title="Delivery and SMS">
      <Facts isNarrow facts={facts} />
    </Panel>
  );
}

function CountedPanel({ counted }: Pick<Overview, 'counted'>) {
  if (counted.length === 0) return null;
  const facts = counted.map(({ label, definition, count }) => ({
    label,
    value: (
      <>
        {formatCount(count)}
        <Note text={definition} />
      </>
    ),
  }));
  return (
    <Panel title="Also counted">
      <Facts facts={facts} />
    </Panel>
  );
}

function ProcessesPanel({ processes, at }: Pick<Overview, 'processes' | 'at'>) {
  const facts = namedProcesses(processes, at).map(({ name, isWell, state, seen }) => ({
    label: name,
    value: (
      <>
        <StatusBadge level={isWell ? 'well' : 'act'}>{state}</StatusBadge>
        <Note text={seen} />
      </>
    ),
  }));
  return (
    <Panel title="Programs">
      {facts.length === 0 ? (
        <Text size="sm" c="dimmed">
          No program has reported yet.
        </Text>
      ) : (
        <Facts isNarrow facts={facts} />
      )}
    </Panel>
  );
}
