import { Group, Paper, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
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

type RowsProps = { readonly label: string; readonly children: ReactNode };

export function Rows({ label, children }: RowsProps) {
  return <ul aria-label={label}>{children}</ul>;
}

/** @param props.action at its end, or below the words where there is no room */
export function Row({ action, children }: { action?: ReactNode; children: ReactNode }) {
  return (
    <li className={styles['row']}>
      <div className={styles['words']}>{children}</div>
      {action ? <Group gap="0.5rem 1rem">{action}</Group> : null}
    </li>
  );
}
