import { useMemo } from 'react';
import { useApp } from '../../app/use-app.ts';
import { namedStates } from '../../locale/state-names.ts';
import { SelectField } from '../../ui/field.tsx';

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
