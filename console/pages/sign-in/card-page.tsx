import { Center, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SendCall } from '../../app/calls/send-call.ts';
import { CampaignMark, lineOf } from '../../app/layout/campaign-mark.tsx';
import { PageTitle } from '../../app/layout/page-title.tsx';
import styles from './card-page.module.css';

type Props = {
  readonly title: string;
  readonly send?: SendCall;
  readonly children: ReactNode;
};

/** Layout of the pages before sign-in. Without an answer it shows the product's name. */
export function CardPage({ title, send, children }: Props) {
  const { data: ways } = useSignInWays(send);
  const name = ways?.campaign.name ?? 'Inaam';
  const color = ways?.campaign.color ?? '#3145b0';
  return (
    <Center
      component="main"
      mih="100dvh"
      p="md"
      className={styles['page'] ?? ''}
      style={lineOf(color)}
    >
      <Paper withBorder w="100%" maw="26rem" className={styles['card']}>
        <Stack gap="md">
          <Group gap="sm" wrap="nowrap" pb="md" className={styles['brand'] ?? ''}>
            <CampaignMark name={name} color={color} isLarge />
            <div>
              <Text fw={600} lh={1.3} style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Text>
              <Text size="sm" c="dimmed">
                Inaam console
              </Text>
            </div>
          </Group>
          <PageTitle>{title}</PageTitle>
          {children}
        </Stack>
      </Paper>
    </Center>
  );
}

export function useSignInWays(send: SendCall | undefined) {
  return useQuery({
    queryKey: ['sign-in ways'],
    queryFn: () => send?.('readSignInWays', {}),
    enabled: send !== undefined,
    staleTime: Infinity,
  });
}
