import {
  Button,
  FileButton,
  Group,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { reasonLength } from '@inaam/contract/console/audit.ts';
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { useConsole } from '@inaam/console/app/console-context.ts';
import { FailureNotice } from '@inaam/console/app/failure-notice.tsx';
import { QueryResult } from '@inaam/console/app/query-result.tsx';
import { useFinish } from '@inaam/console/app/reason-form.tsx';
import { countOf, formatCount } from '@inaam/console/ui/format.ts';
import { Panel } from '@inaam/console/ui/panel.tsx';
import type { CorrectionEdit } from '../contract.ts';
import campaignStyles from '@inaam/console/pages/campaign/campaign.module.css';
import styles from './corrections.module.css';
import { languageOf, placeInWords, typedAt, withEdit, type Place } from './correction-words.ts';
import { drawingAddress, Sides } from './sides.tsx';

type Read = AnswerOf<'readCorrections'>;
type Props = Pick<Read, 'contacts' | 'pictures'>;
type Typing = {
  readonly edits: readonly CorrectionEdit[];
  readonly change: (place: Place, before: string, after: string) => void;
};

const typedKey = ['corrections typed'];
const shortest = 3;
const restMs = 400;

/** What was typed stays while the other pages of the console are looked at. */
function useTyped() {
  const queries = useQueryClient();
  const { data: edits = [] } = useQuery<readonly CorrectionEdit[]>({
    queryKey: typedKey,
    queryFn: () => [],
    staleTime: Infinity,
    gcTime: Infinity,
  });
  const replace = (next: readonly CorrectionEdit[]) => queries.setQueryData(typedKey, next);
  const change: Typing['change'] = (place, before, after) =>
    replace(withEdit(edits, { ...place, path: [...place.path], before, after }));
  return { edits, change, replace };
}

export function CorrectionForm({ contacts, pictures }: Props) {
  const { edits, change, replace } = useTyped();
  return (
    <Panel title="Correct something">
      <Text size="sm">
        Words, contacts and drawings. Amounts, dates, states and SMS stay: they are committed to or
        registered.
      </Text>
      <Search edits={edits} change={change} />
      <details className={campaignStyles['folded']}>
        <summary>Contacts</summary>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt="xs">
          {(['phone', 'email'] as const).map((name) => {
            const place = { file: 'campaign.json', path: ['contacts', name] };
            return (
              <TextInput
                key={name}
                label={name === 'phone' ? 'Phone' : 'E-mail'}
                value={typedAt(edits, place) ?? contacts[name]}
                onChange={(event) => change(place, contacts[name], event.currentTarget.value)}
                autoComplete="off"
              />
            );
          })}
        </SimpleGrid>
      </details>
      <details className={campaignStyles['folded']}>
        <summary>Pictures</summary>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm" mt="xs">
          {pictures.map((picture) => (
            <Picture key={picture.file} picture={picture} edits={edits} change={change} />
          ))}
        </SimpleGrid>
      </details>
      {edits.length === 0 ? null : <Ask edits={edits} replace={replace} />}
    </Panel>
  );
}

function Search({ edits, change }: Typing) {
  const { call } = useConsole();
  const [sought, setSought] = useState('');
  const [resting] = useDebouncedValue(sought.trim(), restMs);
  const isLong = resting.length >= shortest;
  const query = useQuery({
    queryKey: ['corrections', 'find', resting],
    queryFn: () => call('findCorrectable', { words: resting }),
    enabled: isLong,
  });
  return (
    <>
      <TextInput
        type="search"
        label="Type a few words of the sentence that is wrong"
        description="In any language. Every place that has them is found."
        value={sought}
        onChange={(event) => setSought(event.currentTarget.value)}
        maxLength={200}
        autoComplete="off"
      />
      {isLong ? (
        <QueryResult query={query} what="the texts" heights={[80]}>
          {({ texts, more }) => (
            <Stack gap="sm">
              {texts.length === 0 ? <Text size="sm">No text has these words.</Text> : null}
              {texts.map((text) => (
                <Textarea
                  key={JSON.stringify([text.file, text.path])}
                  label={placeInWords(text)}
                  value={typedAt(edits, text) ?? text.value}
                  onChange={(event) => change(text, text.value, event.currentTarget.value)}
                  lang={languageOf(text.file)}
                  dir="auto"
                  autosize
                  minRows={1}
                  maxRows={8}
                />
              ))}
              {more === 0 ? null : (
                <Text size="sm" c="dimmed">
                  {formatCount(more)} more. Type more of the sentence.
                </Text>
              )}
            </Stack>
          )}
        </QueryResult>
      ) : null}
    </>
  );
}

function Picture({
  picture,
  edits,
  change,
}: Typing & { readonly picture: Read['pictures'][number] }) {
  const { file, svg, isCovered, bytesMax } = picture;
  const [fault, setFault] = useState<string>();
  const place = { file, path: [] };
  const name = placeInWords(place);
  const take = async (chosen: File | null) => {
    if (chosen === null) return;
    const isLarge = chosen.size > bytesMax;
    setFault(
      isLarge
        ? `The file has ${formatCount(chosen.size)} bytes, ${formatCount(bytesMax)} at most. Draw less, or round its numbers.`
        : undefined,
    );
    if (!isLarge) change(place, svg, (await chosen.text()).trim());
  };
  return (
    <div>
      <img
        className={styles['picture']}
        src={drawingAddress(typedAt(edits, place) ?? svg)}
        alt={name}
      />
      <Text size="sm" c="dimmed">
        {name.replace('Picture: ', '')}, SVG, {formatCount(bytesMax)} bytes at most.
        {isCovered ? ' Newer browsers show a photo in its place.' : ''}
      </Text>
      <FileButton accept="image/svg+xml,.svg" onChange={(chosen) => void take(chosen)}>
        {(props) => (
          <Button {...props} variant="default" size="compact-sm" aria-label={`Replace ${name}`}>
            Replace
          </Button>
        )}
      </FileButton>
      {fault === undefined ? null : (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {fault}
        </Text>
      )}
    </div>
  );
}

type AskProps = {
  readonly edits: readonly CorrectionEdit[];
  readonly replace: (edits: readonly CorrectionEdit[]) => void;
};

function Ask({ edits, replace }: AskProps) {
  const { call } = useConsole();
  const [comment, setComment] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const finish = useFinish('corrections');
  const run = useMutation({
    mutationFn: () => call('proposeCorrection', { edits: [...edits], comment: comment.trim() }),
    onSuccess: ({ message }) => {
      replace([]);
      finish(message);
    },
  });
  const isMissing = comment.trim().length < reasonLength.min;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (!isMissing && !run.isPending) run.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Title order={3} size="h5">
          {countOf(edits.length, 'change')} to ask for
        </Title>
        <Sides edits={edits} />
        <TextInput
          label="What is wrong"
          description="For the approver. Kept in the audit log with your name."
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
          error={isChecked && isMissing ? 'Say what is wrong, in a few words.' : undefined}
          maxLength={reasonLength.max}
          autoComplete="off"
          required
        />
        <FailureNotice error={run.error} />
        <Group gap="xs">
          <Button type="submit" loading={run.isPending}>
            Ask for approval
          </Button>
          <Button variant="default" onClick={() => replace([])} disabled={run.isPending}>
            Drop
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
