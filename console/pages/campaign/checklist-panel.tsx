import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, type ComponentType } from 'react';
import { failureOf } from '../../app/calls/send-call.ts';
import { mayCall, useConsole } from '../../app/console-context.ts';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { useAnnounce } from '../../ui/announcer.tsx';
import { formatTime } from '../../ui/format.ts';
import { ActIcon, LookIcon, SkippedIcon, WellIcon } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { Campaign, Checklist, Finding, LaunchStep } from './campaign-answer.ts';
import { countedFindings, sortedFindings } from './sorted-findings.ts';
import { InlineCode } from './inline-code.tsx';
import styles from './campaign.module.css';

type Props = { readonly campaign: Campaign; readonly refresh: () => void };

export function ChecklistPanel({ campaign, refresh }: Props) {
  const { call, session } = useConsole();
  const { checklist, isChecking } = campaign;
  const start = useMutation({ mutationFn: () => call('checkCampaign', {}), onSettled: refresh });
  useAnnouncedEnd(campaign);
  return (
    <Panel title="Checklist">
      <Text size="sm">
        The steps of <InlineCode text="`npx inaam launch`" />, and what{' '}
        <InlineCode text="`npx inaam doctor`" /> looks at while the campaign runs. A line that the
        console cannot check says so.
      </Text>
      <Group gap="sm">
        {mayCall(session.account.role, 'checkCampaign') ? (
          <Button onClick={() => start.mutate()} loading={start.isPending || isChecking}>
            Check now
          </Button>
        ) : null}
        <Text size="sm" c="dimmed">
          {checklist === null
            ? 'Checklist not run yet.'
            : `${countedFindings(checklist.findings)} Checked on ${formatTime(checklist.at)} by ${checklist.by}.`}
        </Text>
      </Group>
      {start.error ? (
        <FailureNotice failure={failureOf(start.error)} again={() => start.mutate()} />
      ) : null}
      {checklist === null ? null : (
        <>
          <LaunchSteps steps={checklist.launch} />
          <Heading>Health</Heading>
          <Findings checklist={checklist} />
        </>
      )}
    </Panel>
  );
}

const Heading = ({ children }: { readonly children: string }) => (
  <Text component="h3" size="sm" fw={600}>
    {children}
  </Text>
);

const stepStates: Record<LaunchStep['state'], { like: Finding['state']; word: string }> = {
  done: { like: 'ok', word: 'Done' },
  waiting: { like: 'warning', word: 'Waiting' },
  fault: { like: 'fault', word: 'Fault' },
  later: { like: 'skipped', word: 'Later' },
  unseen: { like: 'skipped', word: 'Not known here' },
};

/** In the order in which they are done; once all are, one line. */
function LaunchSteps({ steps }: { readonly steps: readonly LaunchStep[] }) {
  if (steps.every(({ state }) => state === 'done')) {
    return <Text size="sm">Every step of the launch is done.</Text>;
  }
  return (
    <>
      <Heading>Launch</Heading>
      <ol className={styles['findings']} aria-label="Steps of the launch">
        {steps.map(({ step, state, found, who, mend }, index) => {
          const { like, word } = stepStates[state];
          return (
            <Line
              key={step}
              state={like}
              word={word}
              name={`${index + 1}. ${sentence(step)}`}
              found={found}
              mend={mend === null || who === null ? mend : `${sentence(who)}: ${mend}`}
            />
          );
        })}
      </ol>
    </>
  );
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

const shapes: Record<Finding['state'], ComponentType<{ size?: number }>> = {
  fault: ActIcon,
  warning: LookIcon,
  skipped: SkippedIcon,
  ok: WellIcon,
};
const words = { fault: 'Fault', warning: 'Warning', skipped: 'Not checked', ok: 'Well' } as const;

export function Findings({
  checklist: { findings },
}: {
  readonly checklist: Pick<Checklist, 'findings'>;
}) {
  return (
    <ul className={styles['findings']} aria-label="Checks">
      {sortedFindings(findings).map(({ check, state, found, mend }) => (
        <Line
          key={check}
          state={state}
          word={words[state]}
          name={check}
          found={found}
          mend={mend}
        />
      ))}
    </ul>
  );
}

type LineProps = {
  readonly state: Finding['state'];
  readonly word: string;
  readonly name: string;
  readonly found: string;
  readonly mend: string | null;
};

function Line({ state, word, name, found, mend }: LineProps) {
  const Shape = shapes[state];
  return (
    <li className={styles['finding']} data-state={state}>
      <span className={styles['shape']}>
        <Shape size={18} />
      </span>
      <div>
        <Text size="sm">
          <span className={styles['state']}>{word}:</span>{' '}
          <span className={styles['check']}>{name}.</span> <InlineCode text={found} />
        </Text>
        {mend === null ? null : (
          <Text size="sm">
            <InlineCode text={mend} />
          </Text>
        )}
      </div>
    </li>
  );
}

/** Announces the result once it arrives. */
function useAnnouncedEnd({ isChecking, checklist }: Campaign): void {
  const announce = useAnnounce();
  const wasChecking = useRef(false);
  const said = checklist === null ? '' : countedFindings(checklist.findings);
  useEffect(() => {
    if (wasChecking.current && !isChecking) announce(`Checked. ${said}`);
    wasChecking.current = isChecking;
  }, [isChecking, said, announce]);
}
