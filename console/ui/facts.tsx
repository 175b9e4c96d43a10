import { ActionIcon, Button, CopyButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { PictureIcon, WellIcon } from './icons.tsx';
import styles from './facts.module.css';

type Fact = {
  readonly label: string;
  readonly value: ReactNode;
  /** Takes a whole row. */
  readonly isWide?: boolean;
};

/** @param isNarrow for short values, more of which fit side by side */
export function Facts({
  facts,
  isNarrow = false,
}: {
  readonly facts: readonly Fact[];
  readonly isNarrow?: boolean;
}) {
  return (
    <dl className={`${styles['facts']} ${isNarrow ? styles['narrow'] : ''}`}>
      {facts.map(({ label, value, isWide }) => (
        <div key={label} className={isWide ? styles['wide'] : undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type HashProps = { readonly children: string; /** For a screen reader. */ readonly name?: string };

/** Shortened; copied whole. */
export function Hash({ children, name = 'the hash' }: HashProps) {
  return (
    <span className={styles['hash']}>
      <span title={children}>
        {children.slice(0, 12)}…{children.slice(-8)}
      </span>
      <CopyButton value={children}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            size="compact-sm"
            className={styles['copy'] ?? ''}
            onClick={copy}
            aria-label={`Copy ${name}`}
          >
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </span>
  );
}

/** Its beginning, and a button that copies all of it. */
export function Pseudonym({ value }: { readonly value: string }) {
  const short = value.slice(0, 8);
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <span className={`${styles['hash']} ${styles['pseudonym']}`}>
          {short}…
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={copy}
            aria-label={copied ? 'Copied' : `Copy pseudonym ${short}`}
          >
            {copied ? <WellIcon size={14} /> : <PictureIcon size={14} />}
          </ActionIcon>
        </span>
      )}
    </CopyButton>
  );
}
