import { Paper, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import styles from './panel.module.css';

type Props = {
  readonly title: string;
  /** Kept on one page in print. */
  readonly isUnbroken?: boolean;
  readonly children: ReactNode;
};

export function Panel({ title, isUnbroken = false, children }: Props) {
  const heading = useId();
  const names = `${styles['panel']} ${isUnbroken ? styles['unbroken'] : ''}`;
  return (
    <Paper withBorder component="section" aria-labelledby={heading} className={names}>
      <Title order={2} id={heading}>
        {title}
      </Title>
      {children}
    </Paper>
  );
}
