import { Button, Code, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, type ComponentType } from 'react';
import { failureOf } from '../../app/calls/send-call.ts';
import { mayCall, useConsole } from '../../app/console-context.ts';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { useAnnounce } from '../../ui/announcer.tsx';
import { countOf, formatTime } from '../../ui/format.ts';
import { ActIcon, LookIcon, SkippedIcon, WellIcon } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import {
  headlineOf,
  sortedFindings,
  stepNames,
  unsaidFindings,
  unseenInWords,
  type Campaign,
  type Finding,
  type LaunchStep,
} from './campaign.rules.ts';
import styles from './campaign.module.css';

type Props = { readonly campaign: Campaign; readonly refresh: () => void };

export function ChecklistPanel({ campaign, refresh }: Props) {
  const { call, session } = useConsole();
  const { checklist, isChecking } = campaign;
  const start = useMutation({ mutationFn: () => call('checkCampaign', {}), onSettled: refresh });
  useAnnouncedEnd(campaign);
  const isLaunched = checklist?.launch.every(({ state }) => state === 'done');
  return (
    <Panel title="Checklist">
      <Group gap="sm" justify="space-between">
        <Text size="sm" c="dimmed">
          {checklist === null
            ? 'Checklist not run yet.'
            : `${headlineOf(checklist)} Checked ${formatTime(checklist.at)} by ${checklist.by}.`}
        </Text>
        {mayCall(session.account.role, 'checkCampaign') ? (
          <Button onClick={() => start.mutate()} loading={start.isPending || isChecking}>
            Check now
          </Button>
        ) : null}
      </Group>
      {start.error ? (
        <FailureNotice failure={failureOf(start.error)} again={() => start.mutate()} />
      ) : null}
      {checklist === null ? (
        <Text size="sm">
          It goes through the steps of <InlineCode text="`npx inaam launch`" /> and the checks of{' '}
          <InlineCode text="`npx inaam doctor`" />, and says what to do next.
        </Text>
      ) : (
        <div className={styles['columns']}>
          {isLaunched ? null : <LaunchSteps steps={checklist.launch} />}
          <div className={styles['column']}>
            {isLaunched ? <Text size="sm">Every step of the launch is done.</Text> : null}
            <Heading>Checks</Heading>
            <Findings findings={unsaidFindings(checklist)} />
          </div>
        </div>
      )}
    </Panel>
  );
}

/** Text between backquotes is a command or a name to type. */
export function InlineCode({ text }: { readonly text: string }) {
  return text
    .split('`')
    .map((part, place) => (place % 2 === 1 ? <Code key={`${place} ${part}`}>{part}</Code> : part));
}

const Heading = ({ children }: { readonly children: string }) => (
  <Text component="h3" size="sm" fw={600}>
    {children}
  </Text>
);

const stepStates: Record<LaunchStep['state'], { like: Finding['state']; word: string }> = {
  done: { like: 'ok', word: 'Done' },
  waiting: { like: 'warning', word: 'To do' },
  fault: { like: 'fault', word: 'Fault' },
  later: { like: 'skipped', word: 'Later' },
  unseen: { like: 'skipped', word: 'Check on the server' },
};

/** What is to do now; the others are folded. */
function LaunchSteps({ steps }: { readonly steps: readonly LaunchStep[] }) {
  const numbered = steps.map((step, index) => ({
    ...step,
    name: `${index + 1}. ${stepNames[step.step] ?? step.step}`,
  }));
  const of = (...states: LaunchStep['state'][]) =>
    numbered.filter(({ state }) => states.includes(state));
  const [done, now] = [of('done'), of('waiting', 'fault')];
  return (
    <div className={styles['column']}>
      <Heading>{`Launch: ${done.length} of ${steps.length} steps done`}</Heading>
      {now.length === 0 ? null : <Steps label="Steps of the launch" steps={now} />}
      <div>
        <Folded summary="To check on the server" steps={of('unseen')} />
        <Folded summary="Later" steps={of('later')} />
        <Folded summary="Done" steps={done} />
      </div>
    </div>
  );
}

type NamedSteps = { readonly steps: readonly (LaunchStep & { readonly name: string })[] };

function Folded({ summary, steps }: NamedSteps & { readonly summary: string }) {
  if (steps.length === 0) return null;
  return (
    <details className={styles['folded']}>
      <summary>
        {summary}: {countOf(steps.length, 'step')}
      </summary>
      <Steps label={summary} steps={steps} />
    </details>
  );
}

const Steps = ({ label, steps }: NamedSteps & { readonly label: string }) => (
  <ol className={styles['findings']} aria-label={label}>
    {steps.map(({ name, state, found, who, mend }) => {
      const { like, word } = stepStates[state];
      const isShort = state === 'done' || state === 'later';
      const isUnseen = state === 'unseen' && mend !== null;
      return (
        <Line
          key={name}
          {...{ name, word }}
          state={like}
          found={isShort ? '' : isUnseen ? mend : found}
          mend={isUnseen ? null : mendOf(who, mend)}
        />
      );
    })}
  </ol>
);

const mendOf = (who: string | null, mend: string | null) =>
  mend === null || who === null ? mend : `${capitalised(who)}: ${mend}`;

const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

const shapes: Record<Finding['state'], ComponentType<{ size?: number }>> = {
  fault: ActIcon,
  warning: LookIcon,
  skipped: SkippedIcon,
  ok: WellIcon,
};
const words = { fault: 'Fault', warning: 'Warning', skipped: 'Not checked', ok: 'Passed' } as const;

/** Faults and warnings; what passed is folded, and what is not checked here is one line. */
export function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  const sorted = sortedFindings(findings);
  const open = sorted.filter(({ state }) => state !== 'ok');
  const passed = sorted.filter(({ state }) => state === 'ok');
  const unseen = findings.filter(({ state }) => state === 'skipped');
  return (
    <>
      {open.length === 0 ? null : <Lines label="Findings" findings={open} />}
      {unseen.length === 0 ? null : (
        <details className={styles['folded']}>
          <summary>
            <InlineCode text={unseenInWords(unseen.length)} />
          </summary>
          <Text size="sm">{unseen.map(({ check }) => check).join(', ')}</Text>
        </details>
      )}
      {passed.length === 0 ? null : (
        <details className={styles['folded']}>
          <summary>
            {passed.length === 1 ? '1 check passed' : `${passed.length} checks passed`}
          </summary>
          <Lines label="Passed" findings={passed} />
        </details>
      )}
    </>
  );
}

function Lines(props: { readonly label: string; readonly findings: readonly Finding[] }) {
  return (
    <ul className={styles['findings']} aria-label={props.label}>
      {props.findings.map(({ check, state, found, mend }) => (
        <Line
          key={check}
          state={state}
          word={words[state]}
          name={capitalised(check)}
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
          <span className={styles['check']}>{name}</span>{' '}
          <span className={styles['state']}>{word}</span>
        </Text>
        {found === '' ? null : (
          <Text size="sm">
            <InlineCode text={found} />
          </Text>
        )}
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
  const said = checklist === null ? '' : headlineOf(checklist);
  useEffect(() => {
    if (wasChecking.current && !isChecking) announce(`Checked. ${said}`);
    wasChecking.current = isChecking;
  }, [isChecking, said, announce]);
}
