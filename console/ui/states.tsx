import { Skeleton, Text, VisuallyHidden } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { ActIcon, LookIcon, SkippedIcon, WellIcon } from './icons.tsx';
import styles from './states.module.css';

type Icon = ComponentType<{ size?: number }>;

type EmptyProps = {
  readonly Icon: Icon;
  readonly title: string;
  /** One sentence: why, or what to do. */
  readonly text?: string;
  /** One button or link. */
  readonly action?: ReactNode;
};

/** There is nothing to show, and that is no failure. */
export function EmptyState({ Icon, title, text, action }: EmptyProps) {
  return (
    <div className={styles['empty']}>
      <span className={styles['emptyIcon']}>
        <Icon size={22} />
      </span>
      <Text fw={600}>{title}</Text>
      {text === undefined ? null : (
        <Text size="sm" c="dimmed" className={styles['emptyText'] ?? ''}>
          {text}
        </Text>
      )}
      {action === undefined ? null : <div className={styles['emptyAction']}>{action}</div>}
    </div>
  );
}

const tones = {
  good: WellIcon,
  warning: LookIcon,
  bad: ActIcon,
  neutral: SkippedIcon,
} as const;

type BadgeProps = { readonly tone: keyof typeof tones; readonly children: ReactNode };

/** A state in one or two words. Its icon says it without the colour too. */
export function StatusBadge({ tone, children }: BadgeProps) {
  const Shape = tones[tone];
  return (
    <span className={styles['badge']} data-tone={tone}>
      <Shape size={14} />
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
