import { TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { reasonLength } from '@inaam/contract/console/audit.ts';

export function reasonFault(reason: string): string | undefined {
  return reason.trim().length < reasonLength.min
    ? 'Say why, in a word or a ticket number.'
    : undefined;
}

type Props = {
  readonly ref?: Ref<HTMLInputElement>;
  readonly value: string;
  readonly change: (value: string) => void;
  readonly fault: string | undefined;
};

export function ReasonField({ ref, value, change, fault }: Props) {
  return (
    <TextInput
      ref={ref}
      label="Reason"
      description="Such as a ticket number. Kept in the audit log with your name."
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
      error={fault}
      maxLength={reasonLength.max}
      autoComplete="off"
      required
    />
  );
}
