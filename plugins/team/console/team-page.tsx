import { Badge, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { mayCall, useConsole } from '@inaam/console/app/console-context.ts';
import { PageTitle } from '@inaam/console/app/layout/page-title.tsx';
import { QueryResult, useRefreshed } from '@inaam/console/app/query-result.tsx';
import { countOf, noBreak } from '@inaam/console/ui/format.ts';
import { Panel, Row, Rows } from '@inaam/console/ui/panel.tsx';
import { InviteDialog, LinkDialog, PersonDialog, type Asked, type Made } from './team-dialogs.tsx';
import { roleInWords, roleWords, seenInWords, type Person, type Team } from './team-words.ts';

export function TeamPage() {
  const { call, session } = useConsole();
  const answer = useRefreshed(['team'], () => call('readTeam', {}));
  const { data } = answer;
  const note = data
    ? `${countOf(data.people.length, 'person', 'people')} in ${session.campaign.name}`
    : noBreak;
  return (
    <Stack gap="md">
      <PageTitle note={note}>People with access</PageTitle>
      <QueryResult query={answer} what="the people" heights={[240]}>
        {(team) => <People team={team} />}
      </QueryResult>
      <Panel title="What each role may do">
        <Stack component="ul" gap={4}>
          {Object.entries(roleWords).map(([role, words]) => (
            <Text key={role} component="li" size="sm">
              <Text span inherit fw={600}>
                {role}
              </Text>{' '}
              {words}
            </Text>
          ))}
        </Stack>
      </Panel>
    </Stack>
  );
}

function People({ team }: { readonly team: Team }) {
  const { session } = useConsole();
  const [asked, setAsked] = useState<Asked>();
  const [made, setMade] = useState<Made>();
  const close = () => setAsked(undefined);
  const dialog = { team, close, show: setMade };
  return (
    <Panel
      title="People"
      aside={
        mayCall(session.account.role, 'invitePerson') ? (
          <Button onClick={() => setAsked({ what: 'invite' })}>Invite somebody</Button>
        ) : null
      }
    >
      <Rows label="People with access">
        {team.people.map((person) => (
          <OnePerson key={person.id} person={person} ask={setAsked} />
        ))}
      </Rows>
      {asked?.what === 'invite' ? <InviteDialog {...dialog} /> : null}
      {asked !== undefined && asked.what !== 'invite' ? (
        <PersonDialog {...dialog} {...asked} />
      ) : null}
      {made ? <LinkDialog {...made} close={() => setMade(undefined)} /> : null}
    </Panel>
  );
}

type OneProps = { readonly person: Person; readonly ask: (asked: Asked) => void };

function OnePerson({ person, ask }: OneProps) {
  const { name, isYou, mayChange, invited } = person;
  const actions: readonly (readonly [Exclude<Asked['what'], 'invite'>, string])[] = [
    ['change', 'Change'],
    ...(invited === null
      ? ([['remove', 'Remove']] as const)
      : ([
          ['renew', 'New link'],
          ['takeBack', 'Take back'],
        ] as const)),
  ];
  return (
    <Row
      action={
        mayChange
          ? actions.map(([what, label]) => (
              <Button
                key={what}
                size="compact-sm"
                variant="default"
                aria-label={`${label}: ${name}`}
                onClick={() => ask({ what, person })}
              >
                {label}
              </Button>
            ))
          : null
      }
    >
      <Text fw={600} size="sm">
        <span>{name}</span>{' '}
        {isYou ? (
          <Badge variant="light" size="sm">
            You
          </Badge>
        ) : null}
      </Text>
      <Text size="sm">{roleInWords(person)}</Text>
      <Text size="sm" c="dimmed">
        {seenInWords(person)}
      </Text>
    </Row>
  );
}
