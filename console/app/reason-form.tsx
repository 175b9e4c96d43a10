import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode, type Ref } from 'react';
import { showSuccess, useAnnounce } from '../ui/announcer.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useConsole } from './console-context.ts';
import { FailureNotice } from './failure-notice.tsx';
import { reasonLength } from '@inaam/contract/console/audit.ts';

/** How a dialog ends. */
export type Ends = {
  readonly close: () => void;
  /** `message` says what was done. */
  readonly finish: (message: string) => void;
};

type Props = Ends & {
  /** @returns what was done, in a sentence */
  readonly send: (reason: string) => Promise<string>;
  readonly button: string;
  readonly color?: 'indigo' | 'red' | 'red.9';
  /** False while something besides the reason is missing. */
  readonly isComplete?: boolean;
  /** Whether sending the same request again may help after a failure. */
  readonly isRepeatable?: boolean;
  /** Below the reason. @param isChecked whether it was submitted, so that errors are shown */
  readonly after?: (isChecked: boolean) => ReactNode;
  /** Above the reason. */
  readonly children: ReactNode;
};

/** Form of a dialog that changes something. Requires the reason that the audit log stores. */
export function ReasonForm(props: Props) {
  const { send, close, finish, button, color = 'indigo', after, children } = props;
  const { isComplete = true, isRepeatable = false } = props;
  const { reason: remembered, rememberReason } = useConsole();
  const [reason, setReason] = useState(remembered);
  const [isChecked, setIsChecked] = useState(false);
  const run = useMutation({
    mutationFn: () => send(reason.trim()),
    onSuccess: (message) => {
      rememberReason(reason.trim());
      finish(message);
    },
  });
  const fault = reasonFault(reason);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (fault === undefined && isComplete && !run.isPending) run.mutate();
  };
  const repeat = isRepeatable ? { again: () => run.mutate() } : {};
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {children}
        <ReasonField value={reason} change={setReason} fault={isChecked ? fault : undefined} />
        {after?.(isChecked)}
        <FailureNotice error={run.error} {...repeat} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close} disabled={run.isPending}>
            Cancel
          </Button>
          <Button type="submit" color={color} loading={run.isPending}>
            {button}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export const ReasonDialog = ({ title, ...form }: Props & { readonly title: string }) => (
  <Dialog isOpen title={title} close={form.close}>
    <ReasonForm {...form} />
  </Dialog>
);

/**
 * Shows and says what was done, and reads anew what it has changed.
 * @param part the beginning of its queries' keys
 */
export function useFinish(part: string, title = 'Done'): Ends['finish'] {
  const queries = useQueryClient();
  const announce = useAnnounce();
  return (message) => {
    showSuccess(title, message);
    announce(message);
    void queries.invalidateQueries({ queryKey: [part] });
  };
}

/** `asked`: what a dialog is open about; undefined: none is. */
export function useAsked<Asked>(part: string, title?: string) {
  const finished = useFinish(part, title);
  const [asked, ask] = useState<Asked>();
  const close = () => ask(undefined);
  const finish = (message: string) => {
    close();
    finished(message);
  };
  return { asked, ask, ends: { close, finish } };
}

export function reasonFault(reason: string): string | undefined {
  return reason.trim().length < reasonLength.min
    ? 'Say why, in a word or a ticket number.'
    : undefined;
}

type FieldProps = {
  readonly ref?: Ref<HTMLInputElement>;
  readonly value: string;
  readonly change: (value: string) => void;
  readonly fault: string | undefined;
};

export function ReasonField({ ref, value, change, fault }: FieldProps) {
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
