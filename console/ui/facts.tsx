import type { ReactNode } from 'react';
import styles from './draw.module.css';

export type Fact = {
  readonly label: string;
  readonly value: ReactNode;
  /** Takes a row of its own. */
  readonly isWide?: boolean;
};

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles['facts']}>
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
