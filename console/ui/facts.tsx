import { ActionIcon, CopyButton, Button, Code, Group } from '@mantine/core';
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

type HashProps = {
  readonly children: string;
  /** For a screen reader. */
  readonly name?: string;
  /** Its beginning alone. */
  readonly isShort?: boolean;
};

/** Shortened; copied whole. */
export function Hash({ children, name = 'the hash', isShort = false }: HashProps) {
  return (
    <CopyButton value={children}>
      {({ copied, copy }) => (
        <span className={styles['hash']} title={children}>
          {isShort ? `${children.slice(0, 8)}…` : `${children.slice(0, 12)}…${children.slice(-8)}`}
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={copy}
            aria-label={copied ? 'Copied' : `Copy ${name}`}
          >
            {copied ? <WellIcon size={14} /> : <PictureIcon size={14} />}
          </ActionIcon>
        </span>
      )}
    </CopyButton>
  );
}

type CommandProps = {
  readonly command: string;
  /** What is copied, if a page has several. */
  readonly label?: string;
};

/** A command to run in a shell: the console does not run it. */
export function CommandText({ command, label = 'Copy the command' }: CommandProps) {
  return (
    <>
      <Code block className={styles['command'] ?? ''}>
        {command}
      </Code>
      <Group>
        <CopyButton value={command}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : label}
            </Button>
          )}
        </CopyButton>
      </Group>
    </>
  );
}
