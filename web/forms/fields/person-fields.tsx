import { filterNameInput } from '@inaam/contract/fields.ts';
import { TextField, SelectField } from '../../ui/field.tsx';
import { useCleanText } from '../../ui/use-edited-text.ts';
import { useMemo } from 'react';
import { useApp } from '../../app/use-app.ts';
import { namedStates } from '../../locale/state-names.ts';

type NameFieldProps = {
  label: string;
  value: string;
  autoCapitalize?: 'words';
  onName: (name: string) => void;
  errors: readonly string[];
};

export function NameField({ value, onName, ...field }: NameFieldProps) {
  return (
    <TextField
      {...field}
      {...useCleanText(value, filterNameInput, onName)}
      name="name"
      autoComplete="name"
      enterKeyHint="next"
      spellCheck={false}
    />
  );
}

type StateFieldProps = {
  label: string;
  choose: string;
  states: readonly string[];
  value: string;
  onState: (state: string) => void;
  errors: readonly string[];
};

export function StateField({ states, onState, ...field }: StateFieldProps) {
  const { campaign } = useApp();
  const options = useMemo(() => namedStates(states, campaign), [states, campaign]);
  return (
    <SelectField
      {...field}
      name="state"
      autoComplete="address-level1"
      options={options}
      onText={onState}
    />
  );
}
