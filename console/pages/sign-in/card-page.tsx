import { Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageTitle } from '../../app/layout/page-title.tsx';
import styles from './card-page.module.css';

/** Layout of the pages before sign-in. */
export function CardPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles['page']}>
      <Paper withBorder className={styles['card']}>
        <Stack gap="md">
          <Text size="sm" c="dimmed" fw={500}>
            Inaam console
          </Text>
          <PageTitle>{title}</PageTitle>
          {children}
        </Stack>
      </Paper>
    </main>
  );
}
