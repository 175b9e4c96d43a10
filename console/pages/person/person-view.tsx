import { Button, CopyButton, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { formatCount, formatRupees, formatTime } from '../../ui/format.ts';
import { Facts, Hash } from '../../ui/facts.tsx';
import { Panel, Row, Rows } from '../../ui/panel.tsx';
import { StatusBadge, type Level } from '../../ui/states.tsx';
import { ActionsPanel, ErasureText } from './actions-panel.tsx';
import type { Action, Person } from './person-words.ts';
import { TimeLine } from './time-line.tsx';
import styles from './person-page.module.css';

type Props = {
  readonly person: Person;
  readonly choose: (action: Action) => void;
  readonly show: (pseudonym: string, isBonus: boolean) => void;
};

export function PersonView({ person, choose, show }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles['found']}>
      <Stack gap="md">
        <Panel labelledBy="person">
          <Group justify="space-between" gap="xs">
            <Title order={2} id="person" ref={heading} tabIndex={-1}>
              {person.shownNumber}
            </Title>
            <States person={person} />
          </Group>
          {person.reward === null ? null : (
            <Text fz="2rem" fw={600} lh={1.1}>
              {formatRupees(person.reward.amount)}
            </Text>
          )}
          <Text size="sm">{person.summary}</Text>
          <PersonFacts person={person} />
        </Panel>
        <Caller sentences={person.tellCaller} />
        <Participations of={person.participations} show={show} />
        {person.isErased ? <Erased /> : null}
        <ActionsPanel person={person} choose={choose} />
      </Stack>
      <TimeLine events={person.events} />
    </div>
  );
}

const states: Readonly<Record<Person['state'], readonly [label: string, level: Level]>> = {
  notRegistered: ['Not registered', 'none'],
  codeRequested: ['OTP requested', 'none'],
  verified: ['Verified, not played', 'none'],
  won: ['Reward won, no voucher', 'act'],
  waiting: ['Voucher waiting', 'look'],
  sending: ['Being sent', 'none'],
  sent: ['Sent, not confirmed', 'look'],
  delivered: ['Delivered', 'well'],
  failed: ['Failed', 'act'],
  held: ['Held for review', 'look'],
  refused: ['Refused in review', 'act'],
  settled: ['Settled', 'well'],
};

function States({ person: { state, isBlocked, isLocked, isErased } }: { person: Person }) {
  const [label, level] = states[state];
  return (
    <Group gap={6}>
      <StatusBadge level={level}>{label}</StatusBadge>
      {isErased ? <StatusBadge level="none">Erased</StatusBadge> : null}
      {isBlocked ? <StatusBadge level="act">Blocked</StatusBadge> : null}
      {isLocked ? <StatusBadge level="look">OTP limit reached</StatusBadge> : null}
    </Group>
  );
}

function PersonFacts({ person: { reward, voucher } }: { person: Person }) {
  const facts: { label: string; value: ReactNode }[] = [];
  if (reward !== null) facts.push({ label: 'Won', value: formatTime(reward.at) });
  if (voucher !== null) {
    const { sends, reason } = voucher;
    const times = ['Never', 'Once', 'Twice'][sends] ?? `${formatCount(sends)} times`;
    facts.push({ label: 'Voucher sent', value: times });
    if (reason !== null) facts.push({ label: 'Reported reason', value: reason });
  }
  if (reward !== null) {
    facts.push({ label: 'Pseudonym', value: <Hash name="the pseudonym">{reward.pseudonym}</Hash> });
  }
  if (facts.length === 0) return null;
  return <Facts facts={facts} />;
}

type ParticipationsProps = {
  readonly of: Person['participations'];
  readonly show: (pseudonym: string, isBonus: boolean) => void;
};

function Participations({ of, show }: ParticipationsProps) {
  if (of.length < 2) return null;
  return (
    <Panel title="Participations of this number">
      <Rows label="Participations">
        {of.map(({ pseudonym, at, isBonus, isChosen, amount, state }) => (
          <Row
            key={`${pseudonym} ${isBonus}`}
            action={
              <>
                <StatusBadge level={states[state][1]}>{states[state][0]}</StatusBadge>
                {isChosen ? (
                  <Text size="sm" c="dimmed">
                    Shown here
                  </Text>
                ) : (
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`Show the participation of ${formatTime(at)}`}
                    onClick={() => show(pseudonym, isBonus)}
                  >
                    Show
                  </Button>
                )}
              </>
            }
          >
            <Text size="sm">
              {formatTime(at)}
              {amount === null ? null : ` · ${formatRupees(amount)}`}
              {isBonus ? ' bonus' : null}
            </Text>
          </Row>
        ))}
      </Rows>
    </Panel>
  );
}

function Caller({ sentences }: { sentences: readonly string[] }) {
  return (
    <Panel
      title="Tell the caller"
      className={styles['caller']}
      aside={
        <CopyButton value={sentences.join(' ')} timeout={3000}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      }
    >
      <Stack component="ul" gap="xs" fz="1.0625rem" lh={1.5} style={{ textWrap: 'pretty' }}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </Stack>
    </Panel>
  );
}

function Erased() {
  return (
    <Panel title="What was erased, and what is kept">
      <ErasureText />
    </Panel>
  );
}
