import { Alert, Button, Group, Text } from '@mantine/core';
import type { CallFailure } from './calls/send-call.ts';
import { ActIcon, LookIcon } from '../ui/icons.tsx';

type Props = {
  readonly failure: CallFailure;
  readonly again?: (() => void) | undefined;
  readonly isTrying?: boolean;
};

/** What was refused, or why no response arrived. */
export function FailureNotice({ failure, again, isTrying = false }: Props) {
  const { isPassing, message } = failure;
  return (
    <Alert
      role="alert"
      variant="light"
      color={isPassing ? 'gray' : 'red'}
      icon={isPassing ? <LookIcon /> : <ActIcon />}
      title={isPassing ? 'No answer just now' : undefined}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="var(--mantine-color-text)">
          {message}
        </Text>
        {isPassing && again ? (
          <Button variant="default" onClick={again} loading={isTrying}>
            Try again
          </Button>
        ) : null}
      </Group>
    </Alert>
  );
}
