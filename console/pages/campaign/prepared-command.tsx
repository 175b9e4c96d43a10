import { List, Stack, Text } from '@mantine/core';
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { CommandText } from '../../ui/command-text.tsx';
import type { Typed } from './amendment-form.ts';
import { InlineCode } from './inline-code.tsx';

type Props = {
  readonly prepared: AnswerOf<'prepareAmendment'>;
  readonly command: Typed['command'];
};

const notes: Readonly<Record<Typed['command'], string>> = {
  'campaign supplement': 'Load the voucher codes for it too: `vouchers load`.',
  'campaign extend': 'More days may need more rewards: add them as well.',
  'campaign end':
    'After that day nobody can begin. Whoever was verified by then has 24 hours for the reward, and vouchers that are owed are sent. To stop at once, pause it too.',
};

export function Prepared({ prepared, command }: Props) {
  const { what, needsTwo } = prepared;
  return (
    <Stack gap="sm">
      <Text size="sm" fw={600}>
        {what} It is published at once and cannot be undone.
      </Text>
      <Text size="sm">
        <InlineCode text={notes[command]} />
      </Text>
      <List type="ordered" size="sm">
        <List.Item>
          Run the first command on the machine that has the campaign’s settings: it changes nothing.
        </List.Item>
        {needsTwo ? (
          <>
            <List.Item>
              An approver runs the second one with the file of their own key. It asks for the
              passphrase and makes a proposal, which then is listed below.
            </List.Item>
            <List.Item>
              Another approver confirms it, where both parts of the draw’s secret are:{' '}
              <InlineCode text="`npm run operator -- approvals confirm`" />, with the proposal’s
              number and their own key.
            </List.Item>
          </>
        ) : (
          <List.Item>
            Run the second one where both parts of the draw’s secret are. It asks for the campaign’s
            id.
          </List.Item>
        )}
      </List>
      <CommandText command={prepared.dryRun} label="Copy the trial" />
      <CommandText command={prepared.command} />
    </Stack>
  );
}
