import { Anchor, Group, Paper, Title } from '@mantine/core';
import { Children, useId, useState, type ReactNode } from 'react';
import { formatCount } from './format.ts';
import styles from './panel.module.css';

type Props = {
  /** Absent: what it contains has its own, or needs none. */
  readonly title?: string;
  /** The id of its title. */
  readonly labelledBy?: string;
  /** At the end of the title's line, or below it where there is no room. */
  readonly aside?: ReactNode;
  readonly className?: string | undefined;
  readonly role?: 'alert';
  readonly children: ReactNode;
};

export function Panel({ title, labelledBy, aside, className = '', role, children }: Props) {
  const heading = useId();
  return (
    <Paper
      withBorder
      component="section"
      role={role}
      aria-labelledby={title === undefined ? labelledBy : heading}
      className={`${styles['panel']} ${className}`}
    >
      {title === undefined ? null : (
        <Group justify="space-between" gap="xs">
          <Title order={2} id={heading}>
            {title}
          </Title>
          {aside}
        </Group>
      )}
      {children}
    </Paper>
  );
}

type RowsProps = {
  readonly label: string;
  /** How many are shown at first. */
  readonly first?: number;
  readonly children: ReactNode;
};

export function Rows({ label, first, children }: RowsProps) {
  const [isAll, setIsAll] = useState(false);
  const rows = Children.toArray(children);
  return (
    <>
      <ul aria-label={label}>{isAll ? rows : rows.slice(0, first)}</ul>
      {first !== undefined && rows.length > first ? (
        <Anchor
          component="button"
          type="button"
          size="sm"
          ta="start"
          onClick={() => setIsAll(!isAll)}
        >
          {isAll ? 'Show fewer' : `Show all ${formatCount(rows.length)}`}
        </Anchor>
      ) : null}
    </>
  );
}

/** @param props.action at its end, beside the words */
export function Row({ action, children }: { action?: ReactNode; children: ReactNode }) {
  return (
    <li className={styles['row']}>
      <div className={styles['words']}>{children}</div>
      {action ? <Group gap="0.5rem 0.75rem">{action}</Group> : null}
    </li>
  );
}
