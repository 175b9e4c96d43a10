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
