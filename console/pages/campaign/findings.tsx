import { Code, Text } from '@mantine/core';
import type { ComponentType } from 'react';
import { ActIcon, LookIcon, SkippedIcon, WellIcon } from '../../ui/icons.tsx';
import { sortedFindings, type Finding } from './campaign.rules.ts';
import styles from './campaign.module.css';

/** Text between backquotes is a command or a name to type. */
function InlineCode({ text }: { readonly text: string }) {
  return text
    .split('`')
    .map((part, place) => (place % 2 === 1 ? <Code key={`${place} ${part}`}>{part}</Code> : part));
}

const shapes: Record<Finding['state'], ComponentType<{ size?: number }>> = {
  fault: ActIcon,
  warning: LookIcon,
  skipped: SkippedIcon,
  ok: WellIcon,
};
const words = { fault: 'Fault', warning: 'Warning', skipped: 'Not checked', ok: 'Passed' } as const;

export function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  return (
    <ul className={styles['findings']} aria-label="Findings">
      {sortedFindings(findings).map((finding) => (
        <Line key={finding.check} finding={finding} />
      ))}
    </ul>
  );
}

function Line({ finding: { check, state, found, mend } }: { readonly finding: Finding }) {
  const Shape = shapes[state];
  return (
    <li className={styles['finding']} data-state={state}>
      <span className={styles['shape']}>
        <Shape size={18} />
      </span>
      <div>
        <Text size="sm">
          <span className={styles['check']}>
            {check.charAt(0).toUpperCase()}
            {check.slice(1)}
          </span>{' '}
          <span className={styles['state']}>{words[state]}</span>
        </Text>
        <Text size="sm">
          <InlineCode text={found} />
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
