import { Text } from '@mantine/core';
import { useConsole } from '../../app/console-context.ts';
import { CommandText } from '../../ui/command-text.tsx';
import { formatTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import type { Draw } from './draw-answer.ts';
import { Address } from './draw-panels.tsx';

const command = 'npx inaam draw reveal --why "the campaign has ended"';

type Props = { readonly reveal: Draw['reveal']; readonly page: string };

export function RevealPanel({ reveal: { from, at }, page }: Props) {
  const { now } = useConsole();
  if (at !== null) {
    return (
      <Panel title="Reveal of the secret">
        <Text size="sm">
          The secret was revealed on {formatTime(at)}. From then on anybody can recompute every
          outcome from the published files: <Address>{page}</Address>.
        </Text>
      </Panel>
    );
  }
  return (
    <Panel title="Reveal of the secret">
      <Text size="sm">
        {now() >= from
          ? `The secret has been due since ${formatTime(from)} and is not revealed yet. Ask both holders to do it.`
          : `The secret may be revealed from ${formatTime(from)} on. Until then rewards can be claimed, and whoever knew it could predict them.`}
      </Text>
      <Text size="sm">
        Both holders bring their parts and run this command on a machine with a shell. The console
        never sees a part. It cannot be undone.
      </Text>
      <CommandText command={command} />
    </Panel>
  );
}
