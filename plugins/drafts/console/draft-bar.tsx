import { Alert, Badge, Button, Group, Menu, Text, TextInput } from '@mantine/core';
import { reasonLength } from '@inaam/contract/console/audit.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useConsole } from '@inaam/console/app/console-context.ts';
import { FailureNotice } from '@inaam/console/app/failure-notice.tsx';
import { formatTime } from '@inaam/console/ui/format.ts';
import { showSuccess } from '@inaam/console/ui/announcer.tsx';
import styles from './drafts.module.css';
import { savedInWords, type Draft } from './draft-edits.ts';
import type { Editing } from './use-edits.ts';

type Props = { readonly editing: Editing; readonly refresh: () => Promise<unknown> };

function useDraftActions({ editing, refresh }: Props) {
  const { call } = useConsole();
  const { draft, edits, hand } = editing;
  const run = useMutation({
    mutationFn: async (work: () => Promise<{ message: string }>) => work(),
    onSuccess: async ({ message }) => {
      showSuccess('Done', message);
      await refresh();
    },
  });
  const { version, preview } = draft;
  const save = (comment: string) =>
    hand(() =>
      call('saveDraft', {
        version: edits.version,
        edits: [...edits.list],
        ...(comment !== '' && { comment }),
      }),
    );
  const discard = () => hand(() => call('discardDraft', { version }));
  const approve = () => call('approveDraft', { version, preview: preview ?? '' });
  return { run, save, discard, approve };
}

/** Save, approve, discard, and what was saved by whom. */
export function DraftBar(props: Props) {
  const { editing } = props;
  const { draft, edits, problems, isChecking } = editing;
  const changes = edits.list.length;
  const { run, save, discard, approve } = useDraftActions(props);
  const [comment, setComment] = useState('');
  const { version } = draft;
  const saveAll = async () => {
    const saved = await save(comment.trim());
    setComment('');
    return saved;
  };
  const isNewer = changes > 0 && edits.version !== version && !run.isPending;
  const isMine = draft.saved?.isMine === true;
  const hasFault = problems.some(({ level }) => level === 'fault');
  return (
    <div className={styles['bar']}>
      <FailureNotice error={run.error} />
      {isNewer ? <NewerDraft editing={editing} /> : null}
      <Group justify="space-between" gap="sm">
        <Text size="sm" component="output">
          {savedInWords(changes, problems, draft.saved !== null)}
          {isChecking && changes > 0 ? ', checking' : ''}. <Saved draft={draft} />
        </Text>
        <Group gap="xs">
          <Button component="a" href="#preview" variant="default" hiddenFrom="md">
            Preview
          </Button>
          {changes > 0 && draft.needsTwo ? (
            <TextInput
              aria-label="A note for the approver"
              placeholder="What changed, and why"
              value={comment}
              onChange={(event) => setComment(event.currentTarget.value)}
              maxLength={reasonLength.max}
              autoComplete="off"
            />
          ) : null}
          <Button
            onClick={() => run.mutate(saveAll)}
            loading={run.isPending}
            disabled={changes === 0}
          >
            Save draft
          </Button>
          {draft.saved !== null && draft.approved === null && !isMine ? (
            <Button
              variant="default"
              onClick={() => run.mutate(approve)}
              disabled={changes > 0 || hasFault}
            >
              Approve
            </Button>
          ) : null}
          <MoreMenu {...{ editing, run, discard }} />
        </Group>
      </Group>
    </div>
  );
}

type MoreProps = Pick<Props, 'editing'> &
  Pick<ReturnType<typeof useDraftActions>, 'run' | 'discard'>;

function MoreMenu({ editing, run, discard }: MoreProps) {
  const { draft, edits, replace } = editing;
  const changes = edits.list.length;
  return (
    <Menu position="top-end">
      <Menu.Target>
        <Button variant="default">More</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => replace(null)} disabled={changes === 0}>
          Drop unsaved changes
        </Menu.Item>
        <Menu.Item color="red" onClick={() => run.mutate(discard)} disabled={draft.saved === null}>
          Discard the draft
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Waits for the approval that the campaign asks for. */
const isOpen = ({ saved, approved, needsTwo }: Draft) =>
  saved !== null && approved === null && needsTwo;

function Saved({ draft }: { readonly draft: Draft }) {
  const { saved, approved } = draft;
  const comment = draft.history[0]?.comment;
  if (saved === null) return <>No draft is saved.</>;
  return (
    <>
      Saved {formatTime(saved.at)} by {saved.by}
      {comment ? `: “${comment}”` : ''}.{' '}
      {approved === null ? null : (
        <Badge variant="light" color="green">
          Approved by {approved.by}
        </Badge>
      )}
      {isOpen(draft) ? (
        <>
          <Badge variant="light" color="yellow">
            Not approved
          </Badge>{' '}
          {saved.isMine
            ? 'A manager who has saved no version since the last approval must approve it.'
            : 'Approve it, or let another manager do so, before it is final.'}
        </>
      ) : null}
    </>
  );
}

function NewerDraft({ editing: { draft, edits, replace } }: { readonly editing: Editing }) {
  const newest = draft.history[0];
  return (
    <Alert variant="light" color="yellow" role="alert" title="There is a newer draft">
      <Text size="sm" c="var(--mantine-color-text)">
        {newest
          ? `${newest.by} ${newest.kind === 'discard' ? 'discarded the draft' : 'saved a newer draft'} on ${formatTime(newest.at)}. `
          : null}
        What you typed is still here.
      </Text>
      <Group gap="xs" mt="xs">
        <Button
          variant="default"
          onClick={() => replace({ version: draft.version, list: edits.list })}
        >
          Keep my changes on top
        </Button>
        <Button variant="default" onClick={() => replace(null)}>
          Drop my changes
        </Button>
      </Group>
    </Alert>
  );
}
