import { Anchor, Paper, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { ActIcon, LookIcon, WellIcon } from './icons.tsx';
import styles from './verdicts.module.css';

const shapes = { well: WellIcon, look: LookIcon, act: ActIcon } as const;
const pages = {
  deliveries: 'Stock and delivery',
  campaign: 'Campaign',
  draw: 'Draw',
  review: 'Review',
  activity: 'Activity',
} as const;
const words = { look: 'Worth a look', act: 'Act now' } as const;

export type Verdict = {
  readonly level: keyof typeof shapes;
  readonly text: string;
  readonly todo: string;
  /** Where to look into it and fix it. */
  readonly page?: keyof typeof pages | undefined;
};

export function Verdicts({ verdicts }: { verdicts: readonly Verdict[] }) {
  return (
    <Stack gap="xs" component="ul" className={styles['list']} aria-label="Is all well?">
      {verdicts.map(({ level, text, todo, page }) => {
        const Shape = shapes[level];
        return (
          <Paper component="li" withBorder key={text} className={styles['verdict']} mod={{ level }}>
            <span className={styles['shape']}>
              <Shape size={20} />
            </span>
            <div>
              <Text size="sm" fw={600}>
                {level === 'well' ? null : (
                  <>
                    <span className={styles['level']}>{words[level]}.</span>{' '}
                  </>
                )}
                {text}
              </Text>
              {level === 'well' || todo === '' ? null : (
                <Text size="sm">
                  {todo}
                  {page === undefined ? null : (
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
          </Paper>
        );
      })}
    </Stack>
  );
}
