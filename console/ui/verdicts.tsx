import { Anchor, Button, Stack, Text } from '@mantine/core';
import { pluginPages } from '@inaam/plugins/console.ts';
import { useState } from 'react';
import { Link } from 'wouter';
import { LevelIcon, type Level } from './states.tsx';
import styles from './states.module.css';

const pages: Readonly<Record<string, string>> = {
  deliveries: 'Stock and delivery',
  campaign: 'Campaign',
  draw: 'Draw',
  activity: 'Activity',
  ...Object.fromEntries(pluginPages.map(({ path, label }) => [path.slice(1), label])),
};
const words = { look: 'Worth a look', act: 'Act now' } as const;
/** More would push the rest of the page out of sight. */
const first = 3;

export type Verdict = {
  readonly level: Exclude<Level, 'none'>;
  readonly text: string;
  readonly todo: string;
  /** Where to look into it and fix it. */
  readonly page?: string | undefined;
};

/** @param verdicts the worst first */
export function Verdicts({ verdicts }: { verdicts: readonly Verdict[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? verdicts : verdicts.slice(0, first);
  const others = verdicts.length - shown.length;
  return (
    <div>
      <Stack component="ul" gap="xs" aria-label="Is all well?">
        {shown.map((verdict) => (
          <OneVerdict key={verdict.text} {...verdict} />
        ))}
      </Stack>
      {others > 0 ? (
        <Button variant="subtle" size="compact-sm" mt={4} onClick={() => setIsWhole(true)}>
          Show {others} more
        </Button>
      ) : null}
    </div>
  );
}

function OneVerdict({ level, text, todo, page }: Verdict) {
  return (
    <li className={styles['verdict']} data-level={level}>
      <LevelIcon level={level} />
      <div className={styles['text']}>
        <Text size="sm" fw={level === 'well' ? 500 : 600}>
          {level === 'well' ? null : (
            <>
              <Text inherit span c="var(--level)">
                {words[level]}.
              </Text>{' '}
            </>
          )}
          {text}
        </Text>
        {level === 'well' || todo === '' ? null : (
          <Text size="sm">
            {todo}
            {page === undefined || pages[page] === undefined ? null : (
              <>
                {' '}
                <Anchor component={Link} href={`/${page}`} underline="always">
                  {pages[page]}
                </Anchor>
              </>
            )}
          </Text>
        )}
      </div>
    </li>
  );
}
