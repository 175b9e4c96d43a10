import { Box, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { ActIcon, LookIcon, SkippedIcon, WellIcon } from './icons.tsx';
import styles from './states.module.css';

type Icon = ComponentType<{ size?: number }>;

type EmptyProps = {
  readonly Icon: Icon;
  readonly title: string;
  /** One sentence: why, or what to do. */
  readonly text?: string;
  readonly action?: ReactNode;
};

/** There is nothing to show, and that is no failure. */
export function EmptyState({ Icon, title, text, action }: EmptyProps) {
  return (
    <Stack align="center" gap={4} px="md" py="xl" ta="center">
      <span className={styles['emptyIcon']}>
        <Icon size={22} />
      </span>
      <Text fw={600}>{title}</Text>
      {text === undefined ? null : (
        <Text size="sm" c="dimmed" maw="26rem" style={{ textWrap: 'balance' }}>
          {text}
        </Text>
      )}
      {action === undefined ? null : <Box mt="sm">{action}</Box>}
    </Stack>
  );
}

const levels = { well: WellIcon, look: LookIcon, act: ActIcon, none: SkippedIcon } as const;

export type Level = keyof typeof levels;
type LevelProps = { readonly level: Level; readonly size?: number };

/** Its shape says the level without the colour too. */
export function LevelIcon({ level, size = 18 }: LevelProps) {
  const Shape = levels[level];
  return (
    <span className={styles['level']} data-level={level}>
      <Shape size={size} />
    </span>
  );
}

type BadgeProps = { readonly level: Level; readonly children: ReactNode };

export function StatusBadge({ level, children }: BadgeProps) {
  return (
    <span className={styles['badge']} data-level={level}>
      <LevelIcon level={level} size={14} />
      {children}
    </span>
  );
}

type LoadingProps = {
  /** For screen readers. */
  readonly fetching: string;
  /** Of each block, pixels. */
  readonly heights: readonly number[];
};

/** Before there is a result. */
export function LoadingState({ fetching, heights }: LoadingProps) {
  return (
    <>
      <VisuallyHidden component="output">{fetching}</VisuallyHidden>
      {heights.map((height, place) => (
        <Skeleton key={place} height={height} radius="lg" />
      ))}
    </>
  );
}
