import { Alert, Anchor, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { useConsole, type SectionProps } from '@inaam/console/app/console-context.ts';
import { QueryResult } from '@inaam/console/app/query-result.tsx';
import { formatTime } from '@inaam/console/ui/format.ts';
import { Panel } from '@inaam/console/ui/panel.tsx';
import campaignStyles from '@inaam/console/pages/campaign/campaign.module.css';
import styles from './drafts.module.css';
import {
  colourFields,
  factFields,
  isAt,
  placeInWords,
  prizeFields,
  textGroups,
} from './draft-edits.ts';
import { DraftBar } from './draft-bar.tsx';
import { FieldsPart, PicturesPart, StatesPart } from './fields-part.tsx';
import { TextsPart } from './texts-part.tsx';
import { useEdits, type Editing } from './use-edits.ts';

type Part = keyof typeof contents;

export function EditSection(props: SectionProps) {
  const { call } = useConsole();
  const draft = useQuery({ queryKey: ['draft', 'read'], queryFn: () => call('readDraft', {}) });
  return (
    <QueryResult query={draft} what="the draft" heights={[60, 400]}>
      {(data) => <Editor {...props} draft={data} refresh={() => draft.refetch()} />}
    </QueryResult>
  );
}

type EditorProps = Pick<SectionProps, 'campaign' | 'Preview'> & {
  readonly draft: Editing['draft'];
  readonly refresh: () => Promise<unknown>;
};

function Editor({ campaign, Preview, draft, refresh }: EditorProps) {
  const editing = useEdits(draft);
  const [part, setPart] = useState<Part>('texts');
  const [language, setLanguage] = useState(draft.languages[0] ?? 'en');
  const [group, setGroup] = useState('home');
  const Content = contents[part];
  const screen =
    part === 'texts' ? textGroups[group]?.screen : part === 'prizes' ? 'wheel' : 'home';
  return (
    <>
      <Notices draft={draft} />
      <div className={styles['editor']}>
        <Panel title="Edit">
          <SegmentedControl
            aria-label="What to edit"
            className={styles['parts'] ?? ''}
            withItemsBorders={false}
            data={parts}
            value={part}
            onChange={setPart}
          />
          <Content
            {...{ editing, language, group }}
            chooseLanguage={setLanguage}
            chooseGroup={setGroup}
          />
          <OtherProblems editing={editing} part={part} language={language} />
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

const parts: { value: Part; label: string }[] = [
  { value: 'texts', label: 'Texts' },
  { value: 'colours', label: 'Colours' },
  { value: 'facts', label: 'Details' },
  { value: 'prizes', label: 'Prizes' },
  { value: 'states', label: 'States' },
  { value: 'pictures', label: 'Pictures' },
];

const contents = {
  texts: TextsPart,
  colours: ({ editing }: PartProps) => (
    <FieldsPart editing={editing} fields={colourFields(editing.draft.files)} />
  ),
  facts: ({ editing }: PartProps) => <FieldsPart editing={editing} fields={factFields()} />,
  prizes: PrizesPart,
  states: StatesPart,
  pictures: PicturesPart,
};

type PartProps = { readonly editing: Editing };

function PrizesPart({ editing }: PartProps) {
  return (
    <Stack gap="md">
      {Object.entries(prizeFields(editing.draft.files)).map(([heading, fields]) => (
        <div key={heading}>
          <Title order={3} size="h5" mb="xs">
            {heading}
          </Title>
          <FieldsPart editing={editing} fields={fields} />
        </div>
      ))}
      <Text size="sm" c="dimmed">
        Another amount needs its own SMS, registered with the operators. To add or remove one,
        export the draft, change rewards.json, draw.json and sms.json, and import it. A state’s
        fixed reward is added in rewards.json.
      </Text>
    </Stack>
  );
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

type ProblemsProps = {
  readonly editing: Editing;
  readonly part: Part;
  readonly language: string;
};

/** Problems that are at no field that is shown now. */
function OtherProblems({ editing, part, language }: ProblemsProps) {
  const here = (file: string) => {
    if (part === 'texts') return file === `words/${language}.json`;
    if (part === 'pictures') return file.startsWith('art/');
    if (part === 'states') return file === 'states.json';
    return false;
  };
  const isOfFields = part === 'colours' || part === 'facts' || part === 'prizes';
  const fields = [
    ...factFields(),
    ...colourFields(editing.draft.files),
    ...Object.values(prizeFields(editing.draft.files)).flat(),
  ];
  const shown = (problem: Editing['problems'][number]) =>
    here(problem.file) || (isOfFields && fields.some(isAt(problem)));
  const others = editing.problems.filter((problem) => !shown(problem));
  if (others.length === 0) return null;
  return (
    <section aria-label="Elsewhere in the campaign">
      <Title order={3} size="h5">
        Elsewhere in the campaign
      </Title>
      <ul className={styles['problems']}>
        {others.slice(0, 20).map(({ level, file, path, text }) => (
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
