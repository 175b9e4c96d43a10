import { valueAt } from '../contract.ts';
import {
  Button,
  Checkbox,
  ColorInput,
  FileButton,
  Group,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { NumberField } from '@inaam/console/ui/number-field.tsx';
import { formatCount } from '@inaam/console/ui/format.ts';
import styles from './drafts.module.css';
import {
  amountChanges,
  editAt,
  offeredColour,
  problemAt,
  shownValue,
  type Field,
} from './draft-edits.ts';
import type { Editing } from './use-edits.ts';

type Props = { readonly editing: Editing; readonly fields: readonly Field[] };

export function FieldsPart({ editing, fields }: Props) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      {fields.map((field) => (
        <OneField key={`${field.file} ${field.path.join('.')}`} {...{ editing, field }} />
      ))}
    </SimpleGrid>
  );
}

function OneField({ editing, field }: { readonly editing: Editing; readonly field: Field }) {
  const { draft, edits, problems, change, mayEdit } = editing;
  const { label, kind } = field;
  const place = { file: field.file, path: field.path };
  const value = shownValue(draft, edits.list, place);
  const before = valueAt(draft.files[field.file], field.path);
  const set = (next: string | number) => change([{ ...place, value: next, before }]);
  const problem = problemAt(problems, place);
  const { error, description } = saidOf(problem);
  const shown = typeof value === 'string' || typeof value === 'number' ? value : '';
  const usual = { label, error, description, readOnly: !mayEdit };
  if (kind === 'amount') {
    return <AmountField key={shown} {...{ editing, field }} amount={Number(shown)} {...usual} />;
  }
  if (kind === 'number') {
    const grouped = Number(shown) >= 10_000 ? formatCount(Number(shown)) : undefined;
    return (
      <NumberField
        {...usual}
        description={description ?? grouped}
        value={shown}
        change={(next) => set(next)}
        digitsMax={9}
      />
    );
  }
  if (kind !== 'colour') {
    return (
      <TextInput
        {...usual}
        type={kind === 'day' ? 'date' : 'text'}
        value={shown}
        onChange={(event) => set(event.currentTarget.value)}
      />
    );
  }
  const offered = problem && offeredColour(problem);
  return (
    <div>
      <ColorInput
        {...usual}
        format="hex"
        value={String(shown)}
        onChange={(next) => set(next.toLowerCase())}
        withEyeDropper={false}
        popoverProps={{ withinPortal: false }}
      />
      {offered !== undefined && mayEdit ? (
        <Button variant="default" size="compact-sm" mt={4} onClick={() => set(offered)}>
          Use {offered}
        </Button>
      ) : null}
    </div>
  );
}

function saidOf(problem: ReturnType<typeof problemAt>) {
  return {
    error: problem?.level === 'fault' ? problem.text : undefined,
    description: problem?.level === 'hint' ? problem.text : undefined,
  };
}

type AmountFieldProps = {
  readonly editing: Editing;
  readonly field: Field;
  readonly amount: number;
  readonly label: string;
  readonly readOnly: boolean;
  readonly error: string | undefined;
};

/** Taken once it is left, because each amount has its cards in the deck. */
function AmountField({ editing, field, amount, ...usual }: AmountFieldProps) {
  const [typed, setTyped] = useState<number | ''>(amount);
  const { draft, change } = editing;
  return (
    <NumberField
      {...usual}
      value={typed}
      change={setTyped}
      digitsMax={6}
      onBlurCapture={() => {
        if (typed === '' || typed === amount) setTyped(amount);
        else
          change(amountChanges(draft.files, { file: field.file, path: field.path }, amount, typed));
      }}
    />
  );
}

export function StatesPart({ editing }: { readonly editing: Editing }) {
  const { draft, edits, problems, change, mayEdit } = editing;
  const place = { file: 'states.json', path: [] };
  const before = draft.files['states.json'];
  const value = shownValue(draft, edits.list, place);
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const found = problems.filter(({ file }) => file === 'states.json');
  return (
    <Stack gap="sm">
      <Checkbox.Group
        label="States that take part"
        description={`${chosen.length} of ${draft.states.length}`}
        error={found.map(({ text }) => text).join(' ') || undefined}
        value={chosen}
        onChange={(next) =>
          change([
            { ...place, value: draft.states.filter((state) => next.includes(state)), before },
          ])
        }
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs">
          {draft.states.map((state) => (
            <Checkbox key={state} value={state} label={state} disabled={!mayEdit} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <Text size="sm" c="dimmed">
        A state with a fixed reward must take part.
      </Text>
    </Stack>
  );
}

const titles: Readonly<Record<string, string>> = {
  emblem: 'Logo',
  hero: 'Drawing on HOME',
  pattern: 'Pattern',
  character: 'Character',
  particle: 'Particle',
};

const titleOf = (file: string) => titles[file.replace(/^art\/|\.svg$/g, '')] ?? file;

export function PicturesPart({ editing }: { readonly editing: Editing }) {
  const { draft, problems } = editing;
  const [failure, setFailure] = useState<string>();
  const logoFirst = draft.pictures.toSorted(
    (one, other) => Number(other.file.includes('emblem')) - Number(one.file.includes('emblem')),
  );
  return (
    <Stack gap="md">
      <Text size="sm">
        SVG only, so that a picture is sharp at any size: shapes without scripts, styles and links.
      </Text>
      {failure === undefined ? null : (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {failure}
        </Text>
      )}
      {logoFirst.map((picture) => {
        const found = problems.filter(({ file }) => file === picture.file);
        return (
          <div key={picture.file}>
            <Picture editing={editing} picture={picture} fail={setFailure} />
            {found.map(({ text }) => (
              <Text key={text} size="sm" c="var(--mantine-color-error)">
                {text}
              </Text>
            ))}
          </div>
        );
      })}
    </Stack>
  );
}

type PictureProps = {
  readonly editing: Editing;
  readonly picture: Editing['draft']['pictures'][number];
  readonly fail: (sentence: string | undefined) => void;
};

function Picture({ editing, picture, fail }: PictureProps) {
  const { file, svg, bytesMax } = picture;
  const { edits, change, mayEdit } = editing;
  const edit = editAt(edits.list, { file, path: [] });
  const shown = typeof edit?.value === 'string' ? edit.value : svg;
  const take = async (chosen: File | null) => {
    if (chosen === null) return;
    if (chosen.size > bytesMax) {
      fail(
        `${titleOf(file)}: the file has ${formatCount(chosen.size)} bytes, ${formatCount(bytesMax)} at most. Draw less, or round its numbers.`,
      );
      return;
    }
    fail(undefined);
    change([{ file, path: [], value: (await chosen.text()).trim(), before: svg }]);
  };
  return (
    <Group gap="md" wrap="nowrap">
      <img
        className={styles['picture']}
        src={`data:image/svg+xml,${encodeURIComponent(shown)}`}
        alt={titleOf(file)}
      />
      <div>
        <Text size="sm" fw={600}>
          {titleOf(file)}
          {edit ? ' (changed)' : ''}
        </Text>
        <Text size="sm" c="dimmed">
          {file}, {formatCount(bytesMax)} bytes at most
        </Text>
        {mayEdit ? (
          <FileButton accept="image/svg+xml,.svg" onChange={(chosen) => void take(chosen)}>
            {(props) => (
              <Button {...props} variant="default" mt={4} aria-label={`Replace ${titleOf(file)}`}>
                Replace
              </Button>
            )}
          </FileButton>
        ) : null}
      </div>
    </Group>
  );
}
