import { Anchor, Badge, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConsole } from '@inaam/console/app/console-context.ts';
import { QueryResult } from '@inaam/console/app/query-result.tsx';
import { languageName } from '@inaam/console/ui/format.ts';
import {
  editAt,
  foundTexts,
  groupTitle,
  keyOf,
  labelOf,
  problemAt,
  type DraftText,
} from './draft-edits.ts';
import type { Editing } from './use-edits.ts';

type Props = {
  readonly editing: Editing;
  readonly language: string;
  readonly chooseLanguage: (language: string) => void;
  readonly group: string;
  readonly chooseGroup: (group: string) => void;
};

export function TextsPart({ editing, language, chooseLanguage, group, chooseGroup }: Props) {
  const { call } = useConsole();
  const [sought, setSought] = useState('');
  const { draft } = editing;
  const texts = useQuery({
    queryKey: ['draft', 'texts', draft.version, language],
    queryFn: () => call('readDraftTexts', { language }),
    staleTime: 60_000,
  });
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="sm">
        <Select
          label="Language"
          data={draft.languages.map((tag) => ({ value: tag, label: languageName(tag) }))}
          value={language}
          onChange={(chosen) => chooseLanguage(chosen ?? language)}
          allowDeselect={false}
          w={150}
        />
        <Select
          label="Part of the site"
          data={[...new Set(texts.data?.texts.map(({ path: [first] }) => String(first)))].map(
            (name) => ({ value: name, label: groupTitle(name) }),
          )}
          value={group}
          onChange={(chosen) => chooseGroup(chosen ?? group)}
          allowDeselect={false}
          searchable
          maxDropdownHeight={360}
          w={220}
        />
        <TextInput
          type="search"
          label="Find a text"
          placeholder="Words or key"
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
          w={200}
        />
      </Group>
      <QueryResult query={texts} what="the texts" heights={[200]}>
        {({ texts: all }) => {
          const { shown, more } = foundTexts(all, group, sought);
          return (
            <Stack gap="md">
              {shown.length === 0 ? <Text size="sm">No text has these words.</Text> : null}
              {shown.map((text) => (
                <TextField key={keyOf(text)} {...{ editing, language, text }} />
              ))}
              {more === 0 ? null : (
                <Text size="sm" c="dimmed">
                  {more} more. Find a text by its words.
                </Text>
              )}
            </Stack>
          );
        }}
      </QueryResult>
    </Stack>
  );
}

type TextFieldProps = Pick<Props, 'editing' | 'language'> & { readonly text: DraftText };

function TextField({ editing, language, text }: TextFieldProps) {
  const { edits, problems, change, mayEdit } = editing;
  const { own, default: standard, source, placeholders } = text;
  const place = { file: `words/${language}.json`, path: text.path };
  const edit = editAt(edits.list, place);
  const value = edit ? (edit.value ?? standard) : (own ?? standard);
  const problem = problemAt(problems, place);
  const isOwn = edit ? edit.value !== undefined : own !== null;
  const isInList = text.path.some((step) => typeof step === 'number');
  // An item of a list cannot be taken out: then the others would move.
  const reset = () =>
    change([
      { ...place, value: isInList ? (standard ?? '') : undefined, before: own ?? undefined },
    ]);
  return (
    <Textarea
      label={
        <>
          {labelOf(text)}
          {edit ? (
            <Badge variant="light" size="sm" ml="xs">
              Changed
            </Badge>
          ) : null}
        </>
      }
      description={
        <>
          {placeholders.length === 0
            ? null
            : `Keep ${placeholders.map((name) => `{${name}}`).join(', ')}. `}
          {source === null ? null : `To translate: ${source}`}
          {isOwn && standard !== null && standard !== value ? (
            <>
              Default: {standard}{' '}
              {mayEdit ? (
                <Anchor
                  component="button"
                  type="button"
                  size="xs"
                  underline="always"
                  onClick={reset}
                >
                  Use the default
                </Anchor>
              ) : null}
            </>
          ) : null}
        </>
      }
      value={typeof value === 'string' ? value : ''}
      onChange={(event) =>
        change([{ ...place, value: event.currentTarget.value, before: own ?? undefined }])
      }
      error={problem?.text}
      lang={language}
      dir="auto"
      readOnly={!mayEdit}
      autosize
      minRows={1}
      maxRows={8}
    />
  );
}
