import {
  Alert,
  Anchor,
  Button,
  Group,
  Loader,
  Skeleton,
  Stack,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { failureOf } from '../../app/calls/send-call.ts';
import { useConsole } from '../../app/console-context.ts';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { useAnnounce } from '../../ui/announcer.tsx';
import { formatClock, formatTime } from '../../ui/format.ts';
import { LookIcon } from '../../ui/icons.tsx';
import { PlotOrigin } from '../../ui/plot-frame.tsx';
import { Verdicts } from '../../ui/verdicts.tsx';
import { FailuresPanel, FunnelPanel, StockPanel } from './bar-panels.tsx';
import { BreakdownPanel } from './breakdown-panel.tsx';
import { KeyFigures } from './key-figures.tsx';
import type { Measure } from './measures.ts';
import { DeliveryPanel, ProcessesPanel } from './operation-panels.tsx';
import { BudgetPlot } from './plots/budget-plot.tsx';
import { MainPlot } from './plots/main-plot.tsx';
import { StatesPlot } from './plots/states-plot.tsx';
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
  type Dimension,
  type Overview,
  type View,
} from './view.ts';
import styles from './overview.module.css';

const refreshMs = 15_000;

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
      const read = async () => {
        const days = daysOf(view, now(), programme.current);
        return { overview: await call('readOverview', { ...days, filter: view.filter }), days };
      };
      const wasKnown = programme.current !== undefined;
      const first = await read();
      programme.current = first.overview.programme;
      // How long all of it is, only the answer says.
      return view.period === 'all' && !wasKnown ? read() : first;
    },
    refetchInterval: refreshMs,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
  });
  const { data, error, isFetching, isPlaceholderData } = answer;
  const again = () => void answer.refetch();
  useAnnouncedVerdicts(data?.overview.verdicts);
  const failure = error ? failureOf(error) : undefined;
  const days = data?.days ?? daysOf(view, now(), undefined);
  return (
    <Stack gap="md">
      <ViewBar view={view} open={open} days={days} overview={data?.overview} now={now()} />
      {failure && data ? (
        <Outdated
          text={failure.message}
          again={again}
          isTrying={isFetching}
          at={data.overview.at}
        />
      ) : null}
      {failure && !data ? (
        <FailureNotice failure={failure} again={again} isTrying={isFetching} />
      ) : null}
      {data ? (
        <div aria-busy={isPlaceholderData} className={styles['page']}>
          <Figures overview={data.overview} days={data.days} view={view} open={open} />
        </div>
      ) : null}
      {!data && !failure ? <FirstFigures /> : null}
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
  const [shown, show] = useState<Dimension>('source');
  const known = isKnown(view.filter);
  const measure = known(chosen) ? chosen : 'verified';
  const filters = shownFilters(view.filter).map(({ text }) => text);
  const origin = {
    campaign: session.campaign.name,
    scope: [shownDays(days), ...filters].join(' · '),
    time: formatTime(overview.at),
  };
  const { parts, stock, delivery, processes, at } = overview;
  return (
    <PlotOrigin value={origin}>
      <Verdicts verdicts={overview.verdicts} />
      {isEmpty(overview, view) ? <NoVisits /> : null}
      <KeyFigures
        overview={overview}
        days={days}
        isKnown={known}
        chosen={measure}
        choose={setChosen}
      />
      <div className={styles['columns']} data-first="wide">
        <MainPlot overview={overview} days={days} measure={measure} />
        <FunnelPanel total={overview.total} days={days} isKnown={known} />
      </div>
      <div className={styles['columns']} data-first={shown === 'state' ? 'wide' : 'whole'}>
        <BreakdownPanel
          parts={parts}
          days={days}
          filter={view.filter}
          shown={shown}
          show={show}
          toggle={(name, value) => open(toggled(view, name, value))}
        />
        {shown === 'state' ? <StatesPlot states={parts.state} days={days} /> : null}
      </div>
      <div className={styles['columns']}>
        <BudgetPlot overview={overview} />
        <StockPanel stock={stock} now={origin.time} />
      </div>
      <div className={styles['columns']} data-first="third">
        <DeliveryPanel overview={overview} />
        <FailuresPanel failures={delivery.failures} days={days} />
        <ProcessesPanel processes={processes} at={at} />
      </div>
    </PlotOrigin>
  );
}

/** Since the start nobody has come, as far as this period shows. */
function isEmpty({ total }: Overview, { filter }: View): boolean {
  return shownFilters(filter).length === 0 && Object.values(total).every((count) => count === 0);
}

function NoVisits() {
  return (
    <Alert color="gray" variant="light" icon={<LookIcon />} title="No visits yet">
      <Text size="sm" c="var(--mantine-color-text)">
        The first will show here within seconds of a scan. Scan the QR code of a pack to try it, or
        look at the screens under{' '}
        <Anchor component={Link} href="/campaign" underline="always">
          Campaign
        </Anchor>
        . If there were visits on other days, choose a longer period.
      </Text>
    </Alert>
  );
}

type OutdatedProps = { text: string; again: () => void; isTrying: boolean; at: number };

/** The figures stay and are fetched again automatically. */
function Outdated({ text, again, isTrying, at }: OutdatedProps) {
  return (
    <Alert role="alert" color="yellow" variant="light" icon={<LookIcon />}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="var(--mantine-color-text)">
          {text} These are the figures of {formatClock(at)}. The console keeps trying.
        </Text>
        <Button
          variant="default"
          onClick={again}
          leftSection={isTrying ? <Loader size={14} /> : undefined}
        >
          Try again
        </Button>
      </Group>
    </Alert>
  );
}

/** In the layout of the page, so that nothing jumps. */
function FirstFigures() {
  return (
    <div className={styles['page']}>
      <VisuallyHidden component="output">Loading the figures.</VisuallyHidden>
      <Skeleton height={44} />
      <div className={styles['figures']}>
        {Array.from({ length: 8 }, (_, at) => (
          <Skeleton key={at} height={122} />
        ))}
      </div>
      <div className={styles['columns']} data-first="wide">
        <Skeleton height={340} />
        <Skeleton height={340} />
      </div>
      <Skeleton height={320} />
    </div>
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
