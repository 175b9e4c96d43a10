import { Alert, Anchor, SegmentedControl, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { valueAt } from '@inaam/contract/console/campaign.ts';
import { Link } from 'wouter';
import {
  useConsole,
  type CampaignEditing,
  type SectionProps,
} from '@inaam/console/app/console-context.ts';
import { Late, QueryResult } from '@inaam/console/app/query-result.tsx';
import { formatTime } from '@inaam/console/ui/format.ts';
import { Panel } from '@inaam/console/ui/panel.tsx';
import campaignStyles from '@inaam/console/pages/campaign/campaign.module.css';
import styles from './drafts.module.css';
import { editAt, placeInWords, shownValue, textGroups, type Place } from './draft-edits.ts';
import { DraftBar } from './draft-bar.tsx';
import { FieldsPart } from './fields-part.tsx';
import { TextsPart } from './texts-part.tsx';
import { useEdits, type Editing } from './use-edits.ts';

export function EditSection(props: SectionProps) {
  const { call } = useConsole();
  const draft = useQuery({ queryKey: ['draft', 'read'], queryFn: () => call('readDraft', {}) });
  return (
    <QueryResult query={draft} what="the draft" heights={[60, 400]}>
      {(data) => <Editor {...props} draft={data} refresh={() => draft.refetch()} />}
    </QueryResult>
  );
}

type EditorProps = Omit<SectionProps, 'draft'> & {
  readonly draft: Editing['draft'];
  readonly refresh: () => Promise<unknown>;
};

function Editor({ campaign, Preview, photoTool, parts = [], draft, refresh }: EditorProps) {
  const editing = useEdits(draft);
  const [part, setPart] = useState('texts');
  const [language, setLanguage] = useState(draft.languages[0] ?? 'en');
  const [group, setGroup] = useState('home');
  const added = parts.find(({ name }) => name === part);
  const screen = part === 'texts' ? textGroups[group]?.screen : (added?.screen ?? 'home');
  const toAdded = campaignEditing(editing, photoTool);
  const isShown = (place: Place) =>
    (part === 'texts' && place.file === `words/${language}.json`) ||
    added?.shows(place, toAdded.valueAt) === true;
  return (
    <>
      <Notices draft={draft} />
      <div className={styles['editor']}>
        <Panel title="Edit">
          <SegmentedControl
            aria-label="What to edit"
            className={styles['parts'] ?? ''}
            withItemsBorders={false}
            data={[{ name: 'texts', label: 'Texts' }, ...parts].map(({ name, label }) => ({
              value: name,
              label,
            }))}
            value={part}
            onChange={setPart}
          />
          {part === 'texts' ? (
            <TextsPart
              {...{ editing, language, group }}
              chooseLanguage={setLanguage}
              chooseGroup={setGroup}
            />
          ) : null}
          {added ? (
            <Late name={`part ${part}`} load={added.load}>
              {(Added) => <Added editing={toAdded} />}
            </Late>
          ) : null}
          <OtherProblems problems={editing.problems.filter((one) => !isShown(one))} />
        </Panel>
        <div className={styles['beside']} id="preview">
          {Preview ? (
            <Preview
              // Another group of texts is on another screen.
              key={screen}
              campaign={campaign}
              draft={{ token: editing.preview, language, screen: screen ?? 'home' }}
            />
          ) : null}
        </div>
      </div>
      {editing.mayEdit ? <DraftBar editing={editing} refresh={refresh} /> : null}
      <History draft={draft} />
    </>
  );
}

const pictureAt = ({ pictures }: Editing['draft'], wanted: string) =>
  pictures.find(({ file }) => file === wanted)?.content;

/** For what plugins add. */
function campaignEditing(editing: Editing, photoTool: SectionProps['photoTool']): CampaignEditing {
  const { draft, edits, mayEdit, change, problems } = editing;
  const isNewWords = ({ file }: Place) =>
    draft.newLanguages.some((language) => file === `words/${language}.json`);
  return {
    mayEdit,
    photoTool,
    problems,
    Fields: FieldsPart,
    newLanguages: draft.newLanguages,
    moreLanguages: draft.moreLanguages,
    states: draft.states,
    pictures: draft.pictures.map((picture) => {
      const edit = editAt(edits.list, { file: picture.file, path: [] });
      if (edit === undefined) return picture;
      const content = typeof edit.value === 'string' ? edit.value : picture.before;
      return { ...picture, content, isChanged: edit.value !== undefined };
    }),
    undo: (file) => {
      const saved = pictureAt(draft, file) ?? undefined;
      const isTyped = editAt(edits.list, { file, path: [] }) !== undefined;
      change([{ file, path: [], value: isTyped ? saved : undefined, before: saved }]);
    },
    valueAt: (place) => shownValue(draft, edits.list, place),
    set: (changes) =>
      change(
        changes.map(({ value, ...place }) => ({
          ...place,
          value: value === undefined ? undefined : z.json().parse(value),
          before: isNewWords(place)
            ? {}
            : (pictureAt(draft, place.file) ?? valueAt(draft.files[place.file], place.path)),
        })),
      ),
  };
}

function Notices({ draft }: Pick<Editing, 'draft'>) {
  if (draft.locked !== null) {
    return (
      <Alert variant="light" color="gray" title="Read only">
        <Text size="sm" c="var(--mantine-color-text)">
          {draft.locked}{' '}
          <Anchor component={Link} href="/draw" underline="always">
            Draw
          </Anchor>
        </Text>
      </Alert>
    );
  }
  if (!draft.isFolderChanged) return null;
  return (
    <Alert variant="light" color="yellow" title="The folder was changed after this draft was begun">
      <Text size="sm" c="var(--mantine-color-text)">
        The draft replaces these files: {draft.changed.join(', ')}. Compare them before you hand it
        over.
      </Text>
    </Alert>
  );
}

/** At no field that is shown now. */
function OtherProblems({ problems }: Pick<Editing, 'problems'>) {
  if (problems.length === 0) return null;
  return (
    <section aria-label="Elsewhere in the campaign">
      <Title order={3} size="h5">
        Elsewhere in the campaign
      </Title>
      <ul className={styles['problems']}>
        {problems.slice(0, 20).map(({ level, file, path, text }) => (
          <li key={`${file} ${path.join('.')} ${text}`}>
            <Text size="sm">
              <b>{level === 'fault' ? 'Fault' : 'Hint'}</b> {placeInWords({ file, path })}: {text}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}

const kinds = { save: 'Saved', discard: 'Discarded' } as const;

function History({ draft: { history } }: Pick<Editing, 'draft'>) {
  if (history.length === 0) return null;
  return (
    <details className={campaignStyles['folded']}>
      <summary>History of the draft</summary>
      <ul className={styles['problems']}>
        {history.map(({ version, at, by, kind, comment, approvedBy }) => (
          <li key={version}>
            <Text size="sm">
              {version}. {kinds[kind]} {formatTime(at)} by {by}
              {approvedBy === null ? '' : `, approved by ${approvedBy}`}
              {comment === null ? '' : `: “${comment}”`}
            </Text>
          </li>
        ))}
      </ul>
    </details>
  );
}
