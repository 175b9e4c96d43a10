import { Paper, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import styles from './panel.module.css';

export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <Paper withBorder component="section" aria-labelledby={heading} className={styles['panel']}>
      <Title order={2} id={heading}>
        {title}
      </Title>
      {children}
    </Paper>
  );
}
