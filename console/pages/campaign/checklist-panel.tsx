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
import type { Campaign, Checklist, Finding } from './campaign-answer.ts';
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
        What the command <InlineCode text="`doctor`" /> looks at, before the first day and while the
        campaign runs. A line that the console cannot check says so.
      </Text>
      <Group gap="sm">
        {mayCall(session.account.role, 'checkCampaign') ? (
          <Button onClick={() => start.mutate()} loading={start.isPending || isChecking}>
            Check now
          </Button>
        ) : null}
        <Text size="sm" c="dimmed">
          {checklist === null
            ? 'Not checked since the console was started.'
            : `${countedFindings(checklist.findings)} Checked on ${formatTime(checklist.at)} by ${checklist.by}.`}
        </Text>
      </Group>
      {start.error ? (
        <FailureNotice failure={failureOf(start.error)} again={() => start.mutate()} />
      ) : null}
      {checklist === null ? null : <Findings checklist={checklist} />}
    </Panel>
  );
}

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
      {sortedFindings(findings).map(({ check, state, found, mend }) => {
        const Shape = shapes[state];
        return (
          <li key={check} className={styles['finding']} data-state={state}>
            <span className={styles['shape']}>
              <Shape size={18} />
            </span>
            <div>
              <Text size="sm">
                <span className={styles['state']}>{words[state]}:</span>{' '}
                <span className={styles['check']}>{check}.</span> <InlineCode text={found} />
              </Text>
              {mend === null ? null : (
                <Text size="sm">
                  <InlineCode text={mend} />
                </Text>
              )}
            </div>
          </li>
        );
      })}
    </ul>
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
