import { Badge, Button, CopyButton, Group, Paper, Text, Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { formatCount, formatRupees, formatTime } from '../../ui/format.ts';
import { Facts, Hash } from '../../ui/facts.tsx';
import { ActIcon, LookIcon, SkippedIcon, WellIcon } from '../../ui/icons.tsx';
import { ActionsPanel, ErasureText } from './actions-panel.tsx';
import type { Action, Person } from './person-actions.ts';
import { TimeLine } from './time-line.tsx';
import styles from './person-page.module.css';

type Props = {
  readonly person: Person;
  readonly choose: (action: Action) => void;
};

export function PersonView({ person, choose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles['found']}>
      <div className={styles['column']}>
        <Paper withBorder className={styles['panel']} component="section" aria-labelledby="person">
          <Group justify="space-between" gap="xs">
            <Title order={2} id="person" ref={heading} tabIndex={-1} className={styles['number']}>
              {person.shownNumber}
            </Title>
            <States person={person} />
          </Group>
          {person.reward === null ? null : (
            <Text className={styles['amount'] ?? ''}>{formatRupees(person.reward.amount)}</Text>
          )}
          <Text size="sm">{person.summary}</Text>
          <PersonFacts person={person} />
        </Paper>
        <Caller sentences={person.tellCaller} />
        {person.isErased ? <Erased /> : null}
        <ActionsPanel person={person} choose={choose} />
      </div>
      <TimeLine events={person.events} />
    </div>
  );
}

const shapes = { well: WellIcon, look: LookIcon, act: ActIcon, quiet: SkippedIcon } as const;
type Tone = keyof typeof shapes;

const states: Readonly<Record<Person['state'], { label: string; tone: Tone }>> = {
  notRegistered: { label: 'Not registered', tone: 'quiet' },
  codeRequested: { label: 'OTP requested', tone: 'quiet' },
  verified: { label: 'Verified, not played', tone: 'look' },
  won: { label: 'Reward won, no voucher', tone: 'act' },
  waiting: { label: 'Voucher waiting', tone: 'look' },
  sending: { label: 'Being sent', tone: 'look' },
  sent: { label: 'Sent, not confirmed', tone: 'look' },
  delivered: { label: 'Delivered', tone: 'well' },
  failed: { label: 'Failed', tone: 'act' },
  held: { label: 'Held for review', tone: 'look' },
  refused: { label: 'Refused in the review', tone: 'act' },
  settled: { label: 'Settled', tone: 'well' },
};

function States({ person: { state, isBlocked, isLocked, isErased } }: { person: Person }) {
  return (
    <Group gap={6}>
      <StateBadge {...states[state]} />
      {isErased ? <StateBadge tone="quiet" label="Erased" /> : null}
      {isBlocked ? <StateBadge tone="act" label="Blocked" /> : null}
      {isLocked ? <StateBadge tone="look" label="Locked" /> : null}
    </Group>
  );
}

function StateBadge({ tone, label }: { tone: Tone; label: string }) {
  const Shape = shapes[tone];
  return (
    <Badge
      variant="default"
      size="lg"
      tt="none"
      leftSection={<Shape size={15} />}
      className={styles['state'] ?? ''}
      mod={{ tone }}
    >
      {label}
    </Badge>
  );
}

function PersonFacts({ person: { reward, voucher } }: { person: Person }) {
  const facts: { label: string; value: ReactNode }[] = [];
  if (reward !== null) facts.push({ label: 'Won', value: formatTime(reward.at) });
  if (voucher !== null) {
    const { sends, reason } = voucher;
    const times = ['never', 'once', 'twice'][sends] ?? `${formatCount(sends)} times`;
    facts.push({ label: 'Voucher sent', value: times });
    if (reason !== null) facts.push({ label: 'Reported reason', value: reason });
  }
  if (reward !== null) {
    facts.push({ label: 'Pseudonym', value: <Hash>{reward.pseudonym}</Hash> });
  }
  if (facts.length === 0) return null;
  return <Facts facts={facts} />;
}

function Caller({ sentences }: { sentences: readonly string[] }) {
  return (
    <Paper withBorder className={styles['caller']} component="section" aria-labelledby="caller">
      <Group justify="space-between" gap="xs">
        <Title order={2} id="caller">
          Tell the caller
        </Title>
        <CopyButton value={sentences.join(' ')} timeout={3000}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" className={styles['copy'] ?? ''} onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
      <ul className={styles['sentences']}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Paper>
  );
}

function Erased() {
  return (
    <Paper withBorder className={styles['panel']} component="section" aria-labelledby="erased">
      <Title order={2} id="erased">
        What was erased, and what is kept
      </Title>
      <ErasureText />
    </Paper>
  );
}
