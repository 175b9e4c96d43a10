import { Anchor, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { mayCall, useConsole, useLookUp } from '@inaam/console/app/console-context.ts';
import { PageTitle } from '@inaam/console/app/layout/page-title.tsx';
import { QueryResult } from '@inaam/console/app/query-result.tsx';
import { formatCount, formatRupees, formatTime, noBreak } from '@inaam/console/ui/format.ts';
import { Hash } from '@inaam/console/ui/facts.tsx';
import { Panel, Rows } from '@inaam/console/ui/panel.tsx';
import styles from './review.module.css';
import {
  type Action,
  type Cluster,
  type Member,
  actionWords,
  ruleNames,
  peopleIn,
} from './review-words.ts';
import { ReasonDialog, useAsked, type Ends } from '@inaam/console/app/reason-form.tsx';

const refreshMs = 30_000;

export function ClusterPage({ number }: { number: number }) {
  const { call } = useConsole();
  const answer = useQuery({
    queryKey: ['review', 'cluster', number],
    queryFn: () => call('readCluster', { number }),
    refetchOnWindowFocus: true,
    staleTime: refreshMs,
  });
  const { data } = answer;
  return (
    <Stack gap="md">
      <div>
        <Anchor component={Link} href="/review" size="sm">
          ← Review
        </Anchor>
        <PageTitle note={data ? summaryOf(data) : noBreak}>
          {data?.reason ?? `Group ${number}`}
        </PageTitle>
      </div>
      <QueryResult query={answer} what="the group" heights={[240]}>
        {(cluster) => <MembersPanel key={number} cluster={cluster} />}
      </QueryResult>
    </Stack>
  );
}

const summaryOf = ({ number, rule, members, isMore, lastAt }: Cluster) =>
  `Group ${number} · ${ruleNames[rule]} · ${peopleIn(members.length)}${
    isMore ? ' or more, of whom the newest are shown' : ''
  } · last seen ${formatTime(lastAt)}`;

const actions = ['hold', 'release', 'refuse'] as const satisfies readonly Action[];

/** Everybody is selected at first, because most decisions are about the whole cluster. */
function MembersPanel({ cluster }: { cluster: Cluster }) {
  const { session } = useConsole();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { asked: action, ask, ends } = useAsked<Action>('review');
  const mayDecide = mayCall(session.account.role, 'decideVouchers');
  const chosen = cluster.members.filter(({ pseudonym }) => !left.has(pseudonym));
  const able = (wanted: Action) =>
    chosen.flatMap(({ pseudonym, may }) => (may.includes(wanted) ? [pseudonym] : []));
  const choose = (pseudonyms: readonly string[], isChosen: boolean) =>
    setLeft((before) => {
      const next = new Set(before);
      for (const one of pseudonyms) {
        if (isChosen) next.delete(one);
        else next.add(one);
      }
      return next;
    });
  const deciding = cluster.members.filter(({ may }) => may.length > 0);
  const names = deciding.map(({ pseudonym }) => pseudonym);
  const count = names.filter((one) => !left.has(one)).length;
  return (
    <Panel title="Members">
      {mayDecide && deciding.length > 1 ? (
        <Checkbox
          label={`All ${formatCount(deciding.length)} that can be decided on`}
          checked={count === names.length}
          indeterminate={count > 0 && count < names.length}
          onChange={(event) => choose(names, event.currentTarget.checked)}
        />
      ) : null}
      {mayDecide && deciding.length > 0 ? <Actions able={able} choose={ask} /> : null}
      <Rows label="People">
        {cluster.members.map((member) => (
          <MemberItem
            key={member.pseudonym}
            member={member}
            isChosen={mayDecide ? !left.has(member.pseudonym) : undefined}
            choose={(isChosen) => choose([member.pseudonym], isChosen)}
          />
        ))}
      </Rows>
      {action === undefined ? null : (
        <DecideDialog
          action={action}
          cluster={cluster.number}
          pseudonyms={able(action)}
          {...ends}
        />
      )}
    </Panel>
  );
}

type ActionsProps = {
  /** The selected people to whom the action applies. */
  readonly able: (action: Action) => readonly string[];
  readonly choose: (action: Action) => void;
};

function Actions({ able, choose }: ActionsProps) {
  const possible = actions.filter((action) => able(action).length > 0);
  return (
    <Group gap="sm" className={styles['actions'] ?? ''}>
      {possible.length === 0 ? <Text size="sm">Choose members to decide on.</Text> : null}
      {possible.map((action) => (
        <Button
          key={action}
          variant={action === 'refuse' ? 'outline' : 'filled'}
          color={action === 'refuse' ? 'red' : 'indigo'}
          onClick={() => choose(action)}
        >
          {actionWords[action].button(able(action).length)}
        </Button>
      ))}
    </Group>
  );
}

type ItemProps = {
  readonly member: Member;
  /** Undefined: nothing can be selected. */
  readonly isChosen: boolean | undefined;
  readonly choose: (isChosen: boolean) => void;
};

function MemberItem({ member, isChosen, choose }: ItemProps) {
  const lookUp = useLookUp();
  const { pseudonym, amount, verifiedAt, state, place, status, reason, others, may } = member;
  return (
    <li className={styles['member']}>
      {isChosen === undefined || may.length === 0 ? (
        <span />
      ) : (
        <Checkbox
          aria-label={`Choose ${pseudonym.slice(0, 8)}`}
          checked={isChosen}
          onChange={(event) => choose(event.currentTarget.checked)}
        />
      )}
      <div className={styles['facts']}>
        <Hash name={`pseudonym ${pseudonym.slice(0, 8)}`} isShort>
          {pseudonym}
        </Hash>
        <Text size="sm" c="dimmed">
          Verified {formatTime(verifiedAt)} · {state}
          {place === null ? '' : `, phone seen in ${place}`}
        </Text>
      </div>
      <div className={styles['facts']}>
        <Text size="sm" className={styles['status'] ?? ''}>
          {status}
          {reason === null ? '' : `: ${reason}`}
        </Text>
        {others.length > 0 ? (
          <Text size="sm" c="dimmed">
            Also: {others.map((one) => ruleNames[one].toLowerCase()).join(', ')}
          </Text>
        ) : null}
      </div>
      <Text size="sm" className={styles['rupees'] ?? ''}>
        {formatRupees(amount)}
      </Text>
      {lookUp ? (
        <Button
          variant="default"
          className={styles['find'] ?? ''}
          aria-label={`Open shopper ${pseudonym.slice(0, 8)}`}
          onClick={() => lookUp(pseudonym)}
        >
          Open
        </Button>
      ) : null}
    </li>
  );
}

type Props = Ends & {
  readonly action: Action;
  readonly cluster: number;
  readonly pseudonyms: readonly string[];
};

function DecideDialog(props: Props) {
  const { action, cluster, pseudonyms, close, finish } = props;
  const { call } = useConsole();
  const { title, effect, button } = actionWords[action];
  const decide = async (reason: string) => {
    const fields = { cluster, pseudonyms: [...pseudonyms], action, reason };
    return (await call('decideVouchers', fields)).message;
  };
  return (
    <ReasonDialog
      title={title}
      send={decide}
      {...{ close, finish }}
      button={button(pseudonyms.length)}
      color={action === 'refuse' ? 'red' : 'indigo'}
    >
      <Text size="sm">{effect}</Text>
    </ReasonDialog>
  );
}
