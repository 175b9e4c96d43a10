import { Alert, Button, Group, Loader, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, useEffect, useRef, Component, type ReactNode } from 'react';
import { failureOf } from '../../app/calls/send-call.ts';
import { useConsole } from '../../app/console-context.ts';
import { PageTitle } from '../../app/layout/page-title.tsx';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { formatClock, formatDay } from '../../ui/format.ts';
import { LookIcon } from '../../ui/icons.tsx';
import { KeyFigures } from './key-figures.tsx';
import { daysOf, type Days, type PeriodName } from './period.ts';
import { PeriodChoice } from './period-choice.tsx';
import type { Overview } from './overview-answer.ts';
import { Verdicts } from '../../ui/verdicts.tsx';
import { useAnnounce } from '../../ui/announcer.tsx';

// The charts are larger than the rest of the page.
const Plots = lazy(() => import('./plots.tsx').then(({ Plots }) => ({ default: Plots })));

const refreshMs = 15_000;

export function OverviewPage() {
  const { call, now } = useConsole();
  const [period, setPeriod] = useState<PeriodName>('today');
  const [own, setOwn] = useState<Days>();
  const [programme, setProgramme] = useState<Overview['programme']>();
  const days = period === 'own' && own ? own : daysOf(ownless(period), now(), programme);
  // Polling pauses while the page is hidden.
  const answer = useQuery({
    queryKey: ['today', days.from, days.until],
    queryFn: async () => {
      const today = await call('readOverview', { from: days.from, until: days.until });
      setProgramme(today.programme);
      return { today, days };
    },
    refetchInterval: refreshMs,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
  });
  const { data, error, isFetching, isPlaceholderData } = answer;
  const again = () => void answer.refetch();
  useAnnouncedVerdicts(data?.today.verdicts);
  const failure = error ? failureOf(error) : undefined;
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end" gap="sm">
        <div>
          <PageTitle>Overview</PageTitle>
          <Text size="sm" c="dimmed">
            {shownDays(days)}
            {data ? `, updated ${formatClock(data.today.at)}` : ''}
            {data?.today.countedUntil
              ? `, counted up to ${formatClock(data.today.countedUntil)}`
              : ''}
          </Text>
        </div>
        <PeriodChoice
          period={period}
          own={own}
          hasProgramme={programme !== undefined}
          choose={setPeriod}
          chooseOwn={setOwn}
          now={now()}
        />
      </Group>
      {failure && data ? (
        <Outdated text={failure.message} again={again} isTrying={isFetching} at={data.today.at} />
      ) : null}
      {failure && !data ? (
        <FailureNotice failure={failure} again={again} isTrying={isFetching} />
      ) : null}
      {data ? (
        <Stack gap="md" aria-busy={isPlaceholderData} opacity={isPlaceholderData ? 0.6 : 1}>
          <Verdicts verdicts={data.today.verdicts} />
          <KeyFigures today={data.today} days={data.days} />
          <PlotsBoundary>
            <Suspense fallback={<Skeleton height={320} />}>
              <Plots today={data.today} days={data.days} />
            </Suspense>
          </PlotsBoundary>
        </Stack>
      ) : null}
      {!data && !failure ? <FirstFigures /> : null}
    </Stack>
  );
}

function ownless(period: PeriodName): Exclude<PeriodName, 'own'> {
  return period === 'own' ? 'today' : period;
}

function shownDays({ from, until }: Days): string {
  return from === until ? formatDay(from) : `${formatDay(from)} to ${formatDay(until)}`;
}

type OutdatedProps = { text: string; again: () => void; isTrying: boolean; at: number };

/** The figures stay and are fetched again automatically. */
function Outdated({ text, again, isTrying, at }: OutdatedProps) {
  return (
    <Alert role="alert" color="yellow" variant="light" icon={<LookIcon />}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="var(--mantine-color-text)">
          {text} These are the figures of {formatClock(at)}; they are asked for again by themselves.
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

function FirstFigures() {
  return (
    <Stack gap="md">
      <VisuallyHidden component="output">The figures are being fetched.</VisuallyHidden>
      <Skeleton height={56} />
      <Skeleton height={104} />
      <Skeleton height={320} />
    </Stack>
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

type Props = { readonly children: ReactNode };

/** Handles a plots chunk that a new build has replaced before this page fetched it. */
class PlotsBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override readonly state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Alert role="alert" color="gray">
        <Group justify="space-between">
          <Text size="sm">The plots could not be shown.</Text>
          <Button variant="default" onClick={() => window.location.reload()}>
            Reload the page
          </Button>
        </Group>
      </Alert>
    );
  }
}
