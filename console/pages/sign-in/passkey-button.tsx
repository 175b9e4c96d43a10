import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { failureOf } from '../../app/call-failure.ts';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { KeyIcon } from '../../ui/icons.tsx';

type Props = {
  readonly label: string;
  readonly use: () => Promise<void>;
};

export function PasskeyButton({ label, use }: Props) {
  const attempt = useMutation({ mutationFn: use });
  return (
    <Stack gap="md">
      <Button
        size="md"
        leftSection={<KeyIcon />}
        loading={attempt.isPending}
        onClick={() => attempt.mutate()}
        data-autofocus
      >
        {label}
      </Button>
      {attempt.error ? (
        <FailureNotice failure={failureOf(attempt.error)} again={() => attempt.mutate()} />
      ) : null}
    </Stack>
  );
}
