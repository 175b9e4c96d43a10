import { valueAt } from '../contract.ts';
import { Button, ColorInput, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { NumberField } from '@inaam/console/ui/number-field.tsx';
import { formatCount } from '@inaam/console/ui/format.ts';
import styles from './drafts.module.css';
import type { EditedField as Field } from '@inaam/console/app/console-context.ts';
import { offeredColour, problemAt, shownValue } from './draft-edits.ts';
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
  const { label, help, kind } = field;
  const place = { file: field.file, path: field.path };
  const value = shownValue(draft, edits.list, place);
  const before = valueAt(draft.files[field.file], field.path);
  const set = (next: string | number) => change([{ ...place, value: next, before }]);
  const problem = problemAt(problems, place);
  const error = problem?.level === 'fault' ? problem.text : undefined;
  const description = problem?.level === 'hint' ? problem.text : help;
  const shown = typeof value === 'string' || typeof value === 'number' ? value : '';
  const usual = { label, error, description, readOnly: !mayEdit };
  if (typeof kind !== 'string') {
    return (
      <Select
        {...usual}
        data={[...kind]}
        value={String(shown)}
        onChange={(next) => next !== null && set(next)}
        allowDeselect={false}
      />
    );
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
  if (kind === 'colour') {
    const offered = mayEdit && problem ? offeredColour(problem) : undefined;
    return <Colour {...usual} value={String(shown)} set={set} offered={offered} />;
  }
  const typed = {
    ...usual,
    value: shown,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      set(event.currentTarget.value),
  };
  return kind === 'long' ? (
    <Textarea {...typed} autosize minRows={2} dir="auto" className={styles['wide']} />
  ) : (
    <TextInput {...typed} type={kind === 'day' ? 'date' : 'text'} />
  );
}

type ColourProps = Pick<ColorInputProps, 'label' | 'error' | 'description' | 'readOnly'> & {
  readonly value: string;
  readonly set: (colour: string) => void;
  readonly offered: string | undefined;
};

const Colour = ({ set, offered, ...usual }: ColourProps) => (
  <div>
    <ColorInput
      {...usual}
      format="hex"
      onChange={(next) => set(next.toLowerCase())}
      withEyeDropper={false}
      popoverProps={{ withinPortal: false }}
    />
    {offered === undefined ? null : (
      <Button variant="default" size="compact-sm" mt={4} onClick={() => set(offered)}>
        Use {offered}
      </Button>
    )}
  </div>
);
