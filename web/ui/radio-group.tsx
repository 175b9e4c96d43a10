import { useId } from 'react';
import { ErrorTexts } from './field.tsx';
import './radio-group.css';

type RadioGroupProps<Value extends string> = {
  label: string;
  name: string;
  value: string;
  options: readonly { value: Value; text: string }[];
  errors: readonly string[];
  onChange: (value: Value) => void;
};

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, name, value, options, errors, onChange } = props;
  const id = useId();
  const hasErrors = errors.length > 0;
  return (
    <fieldset
      role="radiogroup"
      className="radio-group"
      aria-invalid={hasErrors}
      aria-describedby={hasErrors ? `${id}-errors` : undefined}
    >
      <legend className="field-label">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="radio">
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.text}
        </label>
      ))}
      <ErrorTexts id={`${id}-errors`} errors={errors} />
    </fieldset>
  );
}
