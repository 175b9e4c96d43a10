import { filterNameInput } from '@inaam/contract/fields.ts';
import { TextField } from '../../ui/field.tsx';
import { useCleanText } from '../../ui/use-edited-text.ts';

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
