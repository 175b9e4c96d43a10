import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useConsole } from '../../app/console-context.ts';
import { dayOf, formatDay, formatHour } from '../../ui/format.ts';
import {
  ActIcon,
  CampaignIcon,
  DrawIcon,
  KeyIcon,
  PersonIcon,
  ReviewIcon,
  SearchIcon,
  StockIcon,
  WellIcon,
} from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import styles from './person-page.module.css';
import { daysOf, hasSeveralDevices, lookUpsInWords, type PersonEvent } from './person-words.ts';

const icons: Readonly<Record<PersonEvent['kind'], typeof ActIcon>> = {
  visit: CampaignIcon,
  otp: KeyIcon,
  number: PersonIcon,
  reward: DrawIcon,
  voucher: StockIcon,
  delivered: WellIcon,
  failed: ActIcon,
  staff: ReviewIcon,
  lookUp: SearchIcon,
};

export function TimeLine({ events }: { events: readonly PersonEvent[] }) {
  const { now } = useConsole();
  const showsDevice = hasSeveralDevices(events);
  const today = dayOf(now());
  return (
    <Panel title="What happened">
      {events.length === 0 ? (
        <EmptyState Icon={SearchIcon} title="No events" text="Nothing is stored any more." />
      ) : (
        <Text size="xs" c="dimmed">
          Newest first, IST.
        </Text>
      )}
      {daysOf(events).map(({ day, entries }) => (
        <section key={day} aria-label={formatDay(day)}>
          <Title order={3} mb={4} c="dimmed" fz="sm">
            {day === today ? 'Today, ' : ''}
            {formatDay(day)}
          </Title>
          <ol>
            {entries.map(({ at, events: [event, ...others] }, place) => {
              const what = <What event={event} showsDevice={showsDevice} />;
              const isLookUp = event.kind === 'lookUp';
              return (
                <li key={place} className={styles['event']} data-kind={event.kind}>
                  <Time at={at} />
                  <EventIcon kind={event.kind} />
                  <div className={styles['what']}>
                    {isLookUp || others.length > 0 ? (
                      <Folded
                        summary={isLookUp ? lookUpsInWords([event, ...others]) : what}
                        rest={isLookUp ? undefined : others.length}
                        events={isLookUp ? [event, ...others] : others}
                        showsDevice={showsDevice && !isLookUp}
                      />
                    ) : (
                      what
                    )}
                  </div>
                </li>
              );
            })}
          </ol>
        </section>
      ))}
    </Panel>
  );
}

function Time({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} className={styles['time']}>
      {formatHour(at)}
    </time>
  );
}

function EventIcon({ kind }: Pick<PersonEvent, 'kind'>) {
  const Icon = icons[kind];
  return (
    <span className={styles['icon']}>
      <Icon size={16} />
    </span>
  );
}

type WhatProps = { readonly event: PersonEvent; readonly showsDevice: boolean };

function What({ event: { what, by, device }, showsDevice }: WhatProps) {
  const more = [by === null ? [] : `by ${by}`, showsDevice && device !== null ? device : []].flat();
  return (
    <>
      {what}
      {more.length === 0 ? null : (
        <Text component="span" size="xs" c="dimmed">{` (${more.join(', ')})`}</Text>
      )}
    </>
  );
}

type FoldedProps = {
  readonly summary: ReactNode;
  /** How many more there are. */
  readonly rest: number | undefined;
  readonly events: readonly PersonEvent[];
  readonly showsDevice: boolean;
};

function Folded({ summary, rest, events, showsDevice }: FoldedProps) {
  return (
    <details className={styles['folded']}>
      <summary>
        {summary}
        {rest === undefined ? null : (
          <Text component="span" size="xs" c="dimmed">{` and ${rest} before it`}</Text>
        )}
      </summary>
      <ol>
        {events.map((event, place) => (
          <li key={place} className={styles['inner']} data-kind={event.kind}>
            <Time at={event.at} />
            <What event={event} showsDevice={showsDevice} />
          </li>
        ))}
      </ol>
    </details>
  );
}
