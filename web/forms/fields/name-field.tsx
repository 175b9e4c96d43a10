import { filterNameInput } from '@inaam/contract/fields.ts';
import { TextField } from '../../ui/field.tsx';

type NameFieldProps = {
  label: string;
  value: string;
  autoCapitalize?: 'words';
  onName: (name: string) => void;
  errors: readonly string[];
};

export function NameField({ onName, ...field }: NameFieldProps) {
  return (
    <TextField
      {...field}
      name="name"
      autoComplete="name"
      enterKeyHint="next"
      spellCheck={false}
      clean={filterNameInput}
      onText={onName}
    />
  );
}
