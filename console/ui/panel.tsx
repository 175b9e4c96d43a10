import { Paper, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import styles from './panel.module.css';

type Props = {
  readonly title: string;
  /** On paper, on one page. */
  readonly avoidsPageBreak?: boolean;
  readonly children: ReactNode;
};

export function Panel({ title, avoidsPageBreak = false, children }: Props) {
  const heading = useId();
  const names = `${styles['panel']} ${avoidsPageBreak ? styles['noPageBreak'] : ''}`;
  return (
    <Paper withBorder component="section" aria-labelledby={heading} className={names}>
      <Title order={2} id={heading}>
        {title}
      </Title>
      {children}
    </Paper>
  );
}

type RowsProps = { readonly label: string; readonly children: ReactNode };

export function Rows({ label, children }: RowsProps) {
  return (
    <ul className={styles['rows']} aria-label={label}>
      {children}
    </ul>
  );
}

/** @param props.action at its end, or below the words where there is no room */
export function Row({ action, children }: { action?: ReactNode; children: ReactNode }) {
  return (
    <li className={styles['row']}>
      <div className={styles['words']}>{children}</div>
      {action ? <div className={styles['action']}>{action}</div> : null}
    </li>
  );
}
