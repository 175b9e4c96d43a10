import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import type { CampaignEditing, EditedField } from '@inaam/console/app/console-context.ts';
import { NumberField } from '@inaam/console/ui/number-field.tsx';
import { formatCount } from '@inaam/console/ui/format.ts';
import styles from './drafts.module.css';
import { isAt } from './draft-edits.ts';

type Props = { readonly editing: CampaignEditing; readonly fields: readonly EditedField[] };
type FieldProps = Pick<Props, 'editing'> & { readonly field: EditedField };

export function FieldsPart({ editing, fields }: Props) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      {fields.map((field) => (
        <OneField key={`${field.file} ${field.path.join('.')}`} {...{ editing, field }} />
      ))}
    </SimpleGrid>
  );
}

function OneField({ editing, field }: FieldProps) {
  const { problems, mayEdit } = editing;
  const { label, help, kind, ...place } = field;
  const value = editing.valueAt(place);
  const set = (next: string | number) => editing.set([{ ...place, value: next }]);
  const problem = problems.find(isAt(place));
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
