import { Button, Checkbox, ColorInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { NumberField } from '../../../ui/number-field.tsx';
import { offeredColour, problemAt, shownValue, valueIn } from './draft-edits.ts';
import { amountChanges, type Field } from './draft-fields.ts';
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
  const before = valueIn(draft.files[field.file], field.path);
  const set = (next: string | number) => change([{ ...place, value: next, before }]);
  const problem = problemAt(problems, place);
  const { error, description } = saidOf(problem);
  const shown = typeof value === 'string' || typeof value === 'number' ? value : '';
  const usual = { label, error, description, readOnly: !mayEdit };
  if (kind === 'amount') {
    return <AmountField key={shown} {...{ editing, field }} amount={Number(shown)} {...usual} />;
  }
  if (kind === 'number') {
    return <NumberField {...usual} value={shown} change={(next) => set(next)} digitsMax={9} />;
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
