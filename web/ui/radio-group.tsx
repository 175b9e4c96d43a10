// One choice of a few, each with a row as high as a thumb.
import { useId } from 'react';
import { Faults, type FaultSentences } from './field.tsx';
import './radio-group.css';

type RadioGroupProps<Value extends string> = {
  label: string;
  name: string;
  value: string;
  options: readonly { value: Value; text: string }[];
  faults: FaultSentences;
  onChoose: (value: Value) => void;
};

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, name, value, options, faults, onChoose } = props;
  const id = useId();
  const hasFaults = faults.length > 0;
  return (
    <fieldset
      role="radiogroup"
      className="radio-group"
      aria-invalid={hasFaults}
      aria-describedby={hasFaults ? `${id}-faults` : undefined}
    >
      <legend className="field-label">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="radio">
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          />
          {option.text}
        </label>
      ))}
      <Faults id={`${id}-faults`} faults={faults} />
    </fieldset>
  );
}
