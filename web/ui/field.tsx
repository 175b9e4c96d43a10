// One field of a form: label, control, hint, and what is wrong with it, tied together for assistive technology.
import { useId, type ComponentProps, type ReactNode } from 'react';
import './field.css';

/** Sentences on what is wrong; none where nothing is. */
export type FaultSentences = readonly string[];

type FrameProps = {
  label: string;
  hint?: string | undefined;
  /** Beside the label, in lesser weight. */
  note?: string | undefined;
  faults: FaultSentences;
};

type ControlProps = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };

function FieldFrame(props: FrameProps & { children: (control: ControlProps) => ReactNode }) {
  const { label, hint, note, faults } = props;
  const id = useId();
  const about = [faults.length > 0 && `${id}-faults`, hint !== undefined && `${id}-hint`];
  const describedBy = about.filter((part) => part !== false).join(' ');
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
        {note !== undefined && <span className="field-note"> {note}</span>}
      </label>
      {props.children({
        id,
        'aria-invalid': faults.length > 0,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
      })}
      <Faults id={`${id}-faults`} faults={faults} />
      {hint !== undefined && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** What is wrong, one sentence a line. */
export function Faults({ id, faults }: { id?: string; faults: FaultSentences }) {
  if (faults.length === 0) return null;
  return (
    <div className="faults" id={id}>
      {faults.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}

type TextFieldProps = FrameProps &
  Omit<ComponentProps<'input'>, 'onChange'> & {
    value: string;
    onText: (text: string) => void;
    /** What the input lets through. */
    clean?: (typed: string) => string;
  };

export function TextField({ label, hint, note, faults, ...rest }: TextFieldProps) {
  const { onText, clean = (typed) => typed, ...input } = rest;
  return (
    <FieldFrame label={label} hint={hint} note={note} faults={faults}>
      {(control) => (
        <input
          {...input}
          {...control}
          className={`control ${input.className ?? ''}`}
          onChange={({ currentTarget, nativeEvent }) => {
            // A keyboard that composes a letter is left alone until it is done: taking characters away from under
            // it breaks Indian scripts.
            const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
            onText(isComposing ? currentTarget.value : clean(currentTarget.value));
          }}
          onCompositionEnd={({ currentTarget }) => onText(clean(currentTarget.value))}
          onBlur={({ currentTarget: { value } }) => {
            if (clean(value) !== value) onText(clean(value));
          }}
        />
      )}
    </FieldFrame>
  );
}

type SelectFieldProps = FrameProps & {
  name: string;
  value: string;
  /** The first row, nothing chosen. */
  choose: string;
  options: readonly (string | { value: string; text: string })[];
  autoComplete?: string;
  disabled?: boolean;
  onText: (text: string) => void;
};

export function SelectField({
  label,
  faults,
  choose,
  options,
  onText,
  ...select
}: SelectFieldProps) {
  return (
    <FieldFrame label={label} faults={faults}>
      {(control) => (
        <select
          {...select}
          {...control}
          className="control control-select"
          onChange={({ currentTarget }) => onText(currentTarget.value)}
        >
          <option value="">{choose}</option>
          {options.map((option) => {
            const { value, text } =
              typeof option === 'string' ? { value: option, text: option } : option;
            return (
              <option key={value} value={value}>
                {text}
              </option>
            );
          })}
        </select>
      )}
    </FieldFrame>
  );
}

type CheckBoxProps = {
  name: string;
  isChecked: boolean;
  faults?: FaultSentences;
  onCheck: (isChecked: boolean) => void;
  /** The label; it may hold links, which don't tick the box. */
  children: ReactNode;
};

export function CheckBox({ name, isChecked, faults = [], onCheck, children }: CheckBoxProps) {
  const id = useId();
  return (
    <div className="field">
      <div className="check">
        <input
          id={id}
          type="checkbox"
          name={name}
          checked={isChecked}
          aria-labelledby={`${id}-label`}
          aria-invalid={faults.length > 0}
          aria-describedby={faults.length > 0 ? `${id}-faults` : undefined}
          onChange={({ currentTarget }) => onCheck(currentTarget.checked)}
        />
        <label htmlFor={id} id={`${id}-label`}>
          {children}
        </label>
      </div>
      <Faults id={`${id}-faults`} faults={faults} />
    </div>
  );
}
