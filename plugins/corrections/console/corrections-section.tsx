import { Anchor, Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { mayCall, useConsole, type SectionProps } from '@inaam/console/app/console-context.ts';
import { addressOfSection } from '@inaam/console/app/layout/pages.ts';
import { QueryResult, useRefreshed } from '@inaam/console/app/query-result.tsx';
import { ReasonDialog, useFinish } from '@inaam/console/app/reason-form.tsx';
import { formatTime, languageName } from '@inaam/console/ui/format.ts';
import { Dialog } from '@inaam/console/ui/dialog.tsx';
import { Panel, Row, Rows } from '@inaam/console/ui/panel.tsx';
import { FailureNotice } from '@inaam/console/app/failure-notice.tsx';
import { CorrectionForm } from './correction-form.tsx';
import campaignStyles from '@inaam/console/pages/campaign/campaign.module.css';
import styles from './corrections.module.css';
import { Sides } from './sides.tsx';
import {
  kindInWords,
  stateInWords,
  type Correction,
  type PublishedVersion,
} from './correction-words.ts';

export function CorrectionsSection({ campaign }: SectionProps) {
  const { call, session } = useConsole();
  const query = useRefreshed(['corrections', 'read'], () => call('readCorrections', {}));
  const mayAsk = mayCall(session.account.role, 'proposeCorrection');
  if (!campaign.isCommitted) {
    return (
      <Panel>
        <Text size="sm">
          The draw is not committed to yet: change the campaign under{' '}
          <Anchor component={Link} href={addressOfSection('edit')} underline="always">
            Edit
          </Anchor>
          . Corrections are for what is published.
        </Text>
      </Panel>
    );
  }
  return (
    <QueryResult query={query} what="the corrections" heights={[160, 240]}>
      {({ contacts, pictures, corrections, documents }) => {
        const open = corrections.filter(({ state }) => state === 'open');
        const decided = corrections.filter(({ state }) => state !== 'open');
        return (
          <Stack gap="md">
            {open.length === 0 ? null : (
              <Panel title="Waiting">
                <ul className={styles['list']}>
                  {open.map((one) => (
                    <li key={one.number}>
                      <Waiting correction={one} mayDecide={mayAsk} />
                    </li>
                  ))}
                </ul>
              </Panel>
            )}
            {mayAsk ? <CorrectionForm contacts={contacts} pictures={pictures} /> : null}
            <Decided corrections={decided} />
            <Documents documents={documents} />
          </Stack>
        );
      }}
    </QueryResult>
  );
}

type WaitingProps = { readonly correction: Correction; readonly mayDecide: boolean };

function Waiting({ correction, mayDecide }: WaitingProps) {
  const { call } = useConsole();
  const { number, at, by, comment, isMine, edits } = correction;
  const [isClosing, setIsClosing] = useState(false);
  const finish = useFinish('corrections');
  const check = useQuery({
    queryKey: ['corrections', 'check', number],
    queryFn: () => call('checkCorrection', { number, edits: [] }),
    enabled: mayDecide,
  });
  const approve = useMutation({
    mutationFn: () => call('approveCorrection', { number, seen: check.data?.seen ?? '' }),
    onSuccess: ({ message }) => finish(message),
    // What is shown may have changed.
    onError: () => void check.refetch(),
  });
  const verb = isMine ? 'Withdraw' : 'Decline';
  const isGood = check.data?.faults.length === 0;
  return (
    <>
      <Title order={3} size="h5">
        {number}. {comment}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {by}, {formatTime(at)}
      </Text>
      <Sides edits={edits} />
      {mayDecide ? (
        <QueryResult query={check} what="the check" heights={[40]}>
          {(checked) => <Check {...checked} />}
        </QueryResult>
      ) : null}
      <FailureNotice error={approve.error} />
      {mayDecide ? (
        <Group gap="xs" mt="xs">
          {isMine ? (
            <Text size="sm">Another manager must approve it.</Text>
          ) : (
            <Button onClick={() => approve.mutate()} loading={approve.isPending} disabled={!isGood}>
              Approve
            </Button>
          )}
          <Button variant="default" onClick={() => setIsClosing(true)}>
            {verb}
          </Button>
        </Group>
      ) : null}
      {isClosing ? (
        <ReasonDialog
          title={`${verb} correction ${number}`}
          button={verb}
          close={() => setIsClosing(false)}
          finish={(message) => {
            setIsClosing(false);
            finish(message);
          }}
          send={async (reason) => (await call('closeCorrection', { number, reason })).message}
        >
          <Text size="sm">Shoppers see no change. The reason stays in the history.</Text>
        </ReasonDialog>
      ) : null}
    </>
  );
}

type CheckProps = { readonly faults: readonly string[]; readonly asksAgain: boolean };

function Check({ faults, asksAgain }: CheckProps) {
  if (faults.length > 0) {
    return (
      <Note title="It cannot be shown as it is" level="act">
        {faults.join(' ')}
      </Note>
    );
  }
  return asksAgain ? (
    <Note title="Everybody is asked for consent again" level="look">
      The privacy or consent notice changes, or a contact that it names.
    </Note>
  ) : (
    <Text size="sm">
      The whole campaign was checked with it: no fault. Nobody is asked for consent again.
    </Text>
  );
}

type NoteProps = {
  readonly title: string;
  readonly level: 'act' | 'look';
  readonly children: string;
};

const Note = ({ title, level, children }: NoteProps) => (
  <div className={styles['note']} data-level={level}>
    <Text size="sm" fw={600}>
      {title}
    </Text>
    <Text size="sm">{children}</Text>
  </div>
);

function Decided({ corrections }: { readonly corrections: readonly Correction[] }) {
  return (
    <Panel title="History">
      {corrections.length === 0 ? (
        <Text size="sm">Nothing was corrected yet.</Text>
      ) : (
        <Rows label="History of corrections" first={5}>
          {corrections.map((one) => (
            <Row key={one.number}>
              <OneDecided correction={one} />
            </Row>
          ))}
        </Rows>
      )}
    </Panel>
  );
}

function OneDecided({ correction }: { readonly correction: Correction }) {
  const { number, by, at, comment, state, decided, problem, edits } = correction;
  return (
    <>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {number}. {comment}
        </Text>
        <Badge variant="default">
          {problem === null ? stateInWords[state] : 'Approved, not shown'}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        Asked by {by}, {formatTime(at)}
        {decided ? `. ${stateInWords[state]} by ${decided.by}, ${formatTime(decided.at)}` : ''}
        {decided && state !== 'approved' ? `: “${decided.reason}”` : ''}
      </Text>
      {problem === null ? null : (
        <Text size="sm" c="var(--mantine-color-error)">
          {problem} Ask for it again.
        </Text>
      )}
      <details className={campaignStyles['folded']}>
        <summary>Before and after</summary>
        <Sides edits={edits} />
      </details>
    </>
  );
}

function Documents({ documents }: { readonly documents: readonly PublishedVersion[] }) {
  const [shown, setShown] = useState<PublishedVersion>();
  return (
    <Panel title="What shoppers saw">
      <Text size="sm">
        Each version of the terms and of the notice that was on the site. A consent stores the hash
        of its notice. The terms are also at /terms/ of the site, with all versions.
      </Text>
      <Rows label="Versions of documents" first={6}>
        {documents.map((one) => (
          <Row
            key={`${one.kind} ${one.language} ${one.from}`}
            action={
              <Button variant="default" size="compact-sm" onClick={() => setShown(one)}>
                Read
              </Button>
            }
          >
            <Text size="sm">
              {kindInWords[one.kind]}, {languageName(one.language)}
            </Text>
            <Text size="sm" c="dimmed">
              From {formatTime(one.from)}
              {one.until === null ? ', in force' : ` to ${formatTime(one.until)}`}. Hash{' '}
              {one.hash.slice(0, 12)}
            </Text>
          </Row>
        ))}
      </Rows>
      {shown ? <PublishedDialog version={shown} close={() => setShown(undefined)} /> : null}
    </Panel>
  );
}

type DialogProps = { readonly version: PublishedVersion; readonly close: () => void };

function PublishedDialog({ version: { kind, language, hash }, close }: DialogProps) {
  const { call } = useConsole();
  const query = useQuery({
    queryKey: ['published', kind, language, hash],
    queryFn: () => call('readPublished', { kind, language, hash }),
    staleTime: Infinity,
  });
  return (
    <Dialog isOpen title={`${kindInWords[kind]}, ${languageName(language)}`} close={close}>
      <QueryResult query={query} what="the document" heights={[240]}>
        {({ lines }) => (
          <Stack gap="xs" lang={language} dir="auto">
            <Text size="sm" c="dimmed" lang="en" className={styles['side'] ?? ''}>
              {hash}
            </Text>
            <Text size="sm" className={styles['lines'] ?? ''}>
              {lines.join('\n\n')}
            </Text>
          </Stack>
        )}
      </QueryResult>
    </Dialog>
  );
}
