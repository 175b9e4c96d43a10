import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useConsole } from '../../app/console-context.ts';
import { formatCount, formatRupees, formatTime } from '../../ui/format.ts';
import { Facts } from '../../ui/facts.tsx';
import { actionsFor, type Action, type Person } from './person-actions.ts';
import styles from './person-view.module.css';

type Props = {
  readonly person: Person;
  readonly choose: (action: Action) => void;
};

export function PersonView({ person, choose }: Props) {
  const { session } = useConsole();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const actions = actionsFor(person, session.account.role);
  const whyNot = person.voucher?.canResend === false ? person.voucher.whyNot : null;
  return (
    <Stack gap="md">
      <Paper withBorder className={styles['panel']} component="section" aria-labelledby="person">
        <Group justify="space-between" gap="xs">
          <Title order={2} id="person" ref={heading} tabIndex={-1} className={styles['number']}>
            {person.shownNumber}
          </Title>
          <States person={person} />
        </Group>
        <Text className={styles['summary']}>{person.summary}</Text>
        <PersonFacts person={person} />
        {whyNot === null ? null : (
          <Text size="sm" c="dimmed">
            The voucher cannot be sent again: {whyNot}
          </Text>
        )}
        {actions.length > 0 ? (
          <Group gap="xs">
            {actions.map((action, at) => (
              <Button
                key={action.name}
                variant={at === 0 && !action.isGrave ? 'filled' : 'default'}
                onClick={() => choose(action)}
              >
                {action.label}
              </Button>
            ))}
          </Group>
        ) : null}
      </Paper>
      <TimeLine events={person.events} />
    </Stack>
  );
}

function States({ person: { isBlocked, isLocked, isErased } }: { person: Person }) {
  return (
    <Group gap={6}>
      {isErased ? <Badge variant="default">Erased</Badge> : null}
      {isBlocked ? <Badge color="red.9">Blocked</Badge> : null}
      {isLocked ? (
        <Badge color="yellow.4" autoContrast>
          Locked
        </Badge>
      ) : null}
    </Group>
  );
}

function PersonFacts({ person: { reward, voucher } }: { person: Person }) {
  const facts: { label: string; value: string }[] = [];
  if (reward !== null) {
    facts.push({ label: 'Reward', value: formatRupees(reward.amount) });
    facts.push({ label: 'Won', value: formatTime(reward.at) });
    facts.push({ label: 'Pseudonym', value: reward.pseudonym });
  }
  if (voucher !== null) {
    facts.push({ label: 'Voucher', value: voucher.state });
    facts.push({
      label: 'Sent',
      value: voucher.sends === 1 ? 'once' : `${formatCount(voucher.sends)} times`,
    });
    if (voucher.reason !== null) facts.push({ label: 'Reason', value: voucher.reason });
  }
  if (facts.length === 0) return null;
  return <Facts facts={facts} isNarrow />;
}

function TimeLine({ events }: Pick<Person, 'events'>) {
  return (
    <Paper withBorder className={styles['panel']} component="section" aria-labelledby="time-line">
      <Title order={2} id="time-line">
        What happened
      </Title>
      {events.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing is kept any more.
        </Text>
      ) : (
        <ol className={styles['events']}>
          {events.map(({ at, what, device }, number) => (
            <li key={`${number} ${at}`} className={styles['event']}>
              <time dateTime={new Date(at).toISOString()} className={styles['time']}>
                {formatTime(at)}
              </time>
              <span className={styles['what']}>
                {sentenceOf(what)}
                {device === null ? null : (
                  <Text component="span" size="xs" c="dimmed">
                    {` (${device})`}
                  </Text>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Paper>
  );
}

/** The command line writes events in mid-sentence. */
function sentenceOf(what: string): string {
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
}
