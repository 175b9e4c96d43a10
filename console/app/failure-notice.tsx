import { Box, Button, Text } from '@mantine/core';
import { failureOf, type FailureCode } from './calls/send-call.ts';
import { ActIcon, LookIcon, OfflineIcon } from '../ui/icons.tsx';
import styles from '../ui/states.module.css';

type Props = {
  /** None: nothing has failed. */
  readonly error: Error | null | undefined;
  /** That could not be loaded, with its article. */
  readonly what?: string;
  readonly again?: (() => void) | undefined;
  readonly isTrying?: boolean;
  /** What is shown below is what was read before. */
  readonly keepsOld?: boolean;
};

const titles: Partial<Record<FailureCode, string>> = {
  offline: 'No connection to the console',
  fault: 'Fault in the console',
  busy: 'The console is busy',
  notAllowed: 'Your role does not include this',
  locked: 'Too many attempts',
};

/** What was refused, or why no response arrived. */
export function FailureNotice({ error, what, again, isTrying = false, keepsOld = false }: Props) {
  if (!error) return null;
  const { isPassing, message, code } = failureOf(error);
  const title = isPassing && what !== undefined ? `Could not load ${what}` : titles[code];
  const Shape = code === 'offline' ? OfflineIcon : isPassing ? LookIcon : ActIcon;
  return (
    <div role="alert" className={styles['failure']} data-level={isPassing ? 'look' : 'act'}>
      <span className={styles['level']}>
        <Shape size={20} />
      </span>
      <Box flex={1} miw="12rem">
        {title === undefined ? null : (
          <Text size="sm" fw={600}>
            {title}
          </Text>
        )}
        <Text size="sm">
          {message}
          {keepsOld ? ' What you see below is older.' : ''}
        </Text>
      </Box>
      {isPassing && again ? (
        <Button variant="default" onClick={again} loading={isTrying}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}
