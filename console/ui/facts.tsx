import type { ReactNode } from 'react';
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

export function Hash({ children }: { children: string }) {
  return <span className={styles['hash']}>{children}</span>;
}
