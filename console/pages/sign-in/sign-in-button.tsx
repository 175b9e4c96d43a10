import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { failureOf } from '../../app/calls/call-failure.ts';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { CompanyIcon, KeyIcon } from '../../ui/icons.tsx';

type Props = {
  readonly way: 'company' | 'passkey';
  readonly label: string;
  readonly use: () => Promise<void>;
  /** Beside another one. */
  readonly isSecond?: boolean;
};

export function SignInButton({ way, label, use, isSecond = false }: Props) {
  const attempt = useMutation({ mutationFn: use });
  return (
    <Stack gap="md">
      <Button
        size="md"
        variant={isSecond ? 'default' : 'filled'}
        leftSection={way === 'passkey' ? <KeyIcon /> : <CompanyIcon />}
        loading={attempt.isPending}
        onClick={() => attempt.mutate()}
        {...(isSecond ? {} : { 'data-autofocus': true })}
      >
        {label}
      </Button>
      {attempt.error ? (
        <FailureNotice failure={failureOf(attempt.error)} again={() => attempt.mutate()} />
      ) : null}
    </Stack>
  );
}
