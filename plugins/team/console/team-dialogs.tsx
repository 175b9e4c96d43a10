import { Button, CopyButton, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { consoleRoles } from '@inaam/contract/console/roles.ts';
import { useConsole } from '@inaam/console/app/console-context.ts';
import { ReasonDialog, useFinish } from '@inaam/console/app/reason-form.tsx';
import { Dialog } from '@inaam/console/ui/dialog.tsx';
import { formatTime } from '@inaam/console/ui/format.ts';
import {
  changesOf,
  chosenOf,
  removalOf,
  roleChoices,
  type Chosen,
  type Person,
  type Team,
} from './team-words.ts';

export type Asked =
  | { readonly what: 'invite' }
  | { readonly what: 'change' | 'remove' | 'renew' | 'takeBack'; readonly person: Person };
export type Made = AnswerOf<'invitePerson'>;

type Props = {
  readonly team: Team;
  readonly close: () => void;
  readonly show: (made: Made) => void;
};

function useEnd(close: () => void) {
  const finish = useFinish('team');
  return (message: string) => {
    close();
    finish(message);
  };
}

export function InviteDialog({ team, close, show }: Props) {
  const { call, session } = useConsole();
  const end = useEnd(close);
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<Chosen>({ [session.campaign.id]: 'viewer' });
  const roles = changesOf({}, chosen);
  return (
    <ReasonDialog
      title="Invite somebody"
      button="Make the link"
      close={close}
      finish={end}
      isComplete={name.trim() !== '' && roles.length > 0}
      send={async (reason) => {
        show(await call('invitePerson', { name: name.trim(), roles, reason }));
        return `${name.trim()} is invited.`;
      }}
      after={saying(roles.length === 0, 'Choose at least one role.')}
    >
      <TextInput
        label="Name"
        description="As the log of what was done will show it. It is not given again."
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        maxLength={60}
        autoComplete="off"
        data-autofocus
        required
      />
      <Roles team={team} chosen={chosen} choose={setChosen} />
    </ReasonDialog>
  );
}

/** Once it was tried. */
const saying = (isMissing: boolean, text: string) => (isChecked: boolean) =>
  isChecked && isMissing ? (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {text}
    </Text>
  ) : null;

type RolesProps = Pick<Props, 'team'> & {
  readonly chosen: Chosen;
  readonly choose: (chosen: Chosen) => void;
};

/** One choice a place in which the reader gives roles. */
function Roles({ team, chosen, choose }: RolesProps) {
  const change = (campaign: string, value: string) => {
    const { [campaign]: _before, ...others } = chosen;
    const role = consoleRoles.find((one) => one === value);
    choose(role === undefined ? others : { ...others, [campaign]: role });
  };
  return (
    <Stack gap="xs" mah="40dvh" style={{ overflowY: 'auto' }}>
      {team.places.map(({ campaign, name }) => (
        <NativeSelect
          key={campaign}
          label={`Role in ${name === 'Every campaign' ? 'every campaign, also later ones' : name}`}
          value={chosen[campaign] ?? ''}
          data={roleChoices}
          onChange={({ currentTarget }) => change(campaign, currentTarget.value)}
        />
      ))}
    </Stack>
  );
}

type PersonProps = Props & Exclude<Asked, { what: 'invite' }>;

export function PersonDialog({ what, person, team, close, show }: PersonProps) {
  const { call, session } = useConsole();
  const end = useEnd(close);
  const [chosen, setChosen] = useState(() => chosenOf(person));
  const { id: account, name } = person;
  const changes = changesOf(chosenOf(person), chosen);
  const changeTo = (roles: typeof changes) => async (reason: string) => {
    const { isEnded } = await call('changeRoles', { account, roles, reason });
    return isEnded ? `${name} has no access any more.` : `The access of ${name} is changed.`;
  };
  const asks = {
    change: {
      title: `Access of ${name}`,
      button: 'Change',
      text: 'Takes effect at once, also where the console is open.',
      send: changeTo(changes),
    },
    remove: {
      title: `Remove ${name}`,
      button: 'Remove',
      text: `${name} loses the role in ${person.isEverywhere ? 'every campaign' : session.campaign.name}, at once. Without a role elsewhere the account ends, and its name is not given again.`,
      send: changeTo(removalOf(person, session.campaign.id)),
    },
    renew: {
      title: `New link for ${name}`,
      button: 'Make the link',
      text: 'The link before it ends.',
      send: async (reason: string) => {
        show(await call('renewInvitation', { account, reason }));
        return `${name} is invited again.`;
      },
    },
    takeBack: {
      title: `Take back the invitation of ${name}`,
      button: 'Take back',
      text: 'The link ends. The name is not given again.',
      send: async (reason: string) => {
        await call('takeBackInvitation', { account, reason });
        return `The invitation of ${name} is taken back.`;
      },
    },
  };
  const { title, button, text, send } = asks[what];
  const isNothing = what === 'change' && changes.length === 0;
  return (
    <ReasonDialog
      title={title}
      button={button}
      color={what === 'remove' || what === 'takeBack' ? 'red.9' : 'indigo'}
      close={close}
      finish={end}
      send={send}
      isComplete={!isNothing}
      after={saying(isNothing, 'Choose another role first.')}
    >
      <Text size="sm">{text}</Text>
      {what === 'change' ? <Roles team={team} chosen={chosen} choose={setChosen} /> : null}
    </ReasonDialog>
  );
}

/** It is not shown again. */
export function LinkDialog({ name, link, until, close }: Made & { readonly close: () => void }) {
  return (
    <Dialog isOpen title={`The link for ${name}`} close={close}>
      <Stack gap="md">
        <Text size="sm">
          Send it to {name} alone, over a channel that nobody else reads: who opens it first gets
          in. It works once, until {formatTime(until)}, and is not shown again.
        </Text>
        <TextInput label="Link" value={link} readOnly onFocus={(event) => event.target.select()} />
        <Group justify="flex-end">
          <CopyButton value={link}>
            {({ copied, copy }) => (
              <Button onClick={copy}>{copied ? 'Copied' : 'Copy the link'}</Button>
            )}
          </CopyButton>
        </Group>
      </Stack>
    </Dialog>
  );
}
