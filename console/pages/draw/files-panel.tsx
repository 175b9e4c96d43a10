import { Anchor, Button, Group, List, Stack, Text } from '@mantine/core';
import { drawFiles } from '@inaam/contract/console/draw.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { useAnnounce } from '../../ui/announcer.tsx';
import { failureOf } from '../../app/calls/send-call.ts';
import { useConsole } from '../../app/console-context.ts';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { formatCount } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { ReasonField, reasonFault } from '../../ui/reason-field.tsx';

const files = [
  { href: drawFiles.commitment, label: 'Commitment document' },
  { href: drawFiles.amendments, label: 'Amendments' },
  { href: drawFiles.head, label: 'Head' },
  { href: drawFiles.ledger, label: 'Ledger' },
] as const;

const minuteMs = 60_000;

export function FilesPanel({ entries }: { entries: number }) {
  const { call, reason: remembered, rememberReason } = useConsole();
  const announce = useAnnounce();
  const [reason, setReason] = useState(remembered);
  const [isChecked, setIsChecked] = useState(false);
  const allow = useMutation({
    mutationFn: () => call('allowDrawFiles', { reason: reason.trim() }),
    onSuccess: () => {
      rememberReason(reason.trim());
      announce('The files can be downloaded.');
    },
  });
  const { data: allowed, reset } = allow;
  useEffect(() => {
    if (!allowed) return undefined;
    // Later the links would be refused.
    const timer = setTimeout(reset, allowed.minutes * minuteMs);
    return () => clearTimeout(timer);
  }, [allowed, reset]);
  const fault = reasonFault(reason);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (fault === undefined && !allow.isPending) allow.mutate();
  };
  return (
    <Panel title="Files for an auditor">
      <Text size="sm">
        The commitment, the amendments, the head and all {formatCount(entries)} entries of the
        ledger, with pseudonyms and no personal data.
      </Text>
      {allow.data ? (
        <div>
          <Text size="sm">
            They can be downloaded for {allow.data.minutes} minutes, up to entry{' '}
            {formatCount(allow.data.entries)}:
          </Text>
          <List size="sm">
            {files.map(({ href, label }) => (
              <List.Item key={href}>
                <Anchor href={href} download size="sm">
                  {label}
                </Anchor>
              </List.Item>
            ))}
          </List>
        </div>
      ) : (
        <form onSubmit={submit} noValidate>
          <Stack gap="sm" maw={480}>
            <ReasonField value={reason} change={setReason} fault={isChecked ? fault : undefined} />
            <Group>
              <Button type="submit" variant="default" loading={allow.isPending}>
                Prepare the files
              </Button>
            </Group>
          </Stack>
        </form>
      )}
      {allow.error ? (
        <FailureNotice failure={failureOf(allow.error)} again={() => allow.mutate()} />
      ) : null}
    </Panel>
  );
}
