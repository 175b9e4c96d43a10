import { useId, type ComponentProps, type ReactNode } from 'react';
import { Icon } from './icons.tsx';
import { NoBreak } from './no-break.tsx';
import './field.css';

type FrameProps = {
  label: string;
  hint?: string | undefined;
  note?: string | undefined;
  /** Text before the value that is not part of it: "+91". */
  prefix?: string | undefined;
  errors: readonly string[];
};

type ControlProps = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };

export function FieldFrame(props: FrameProps & { children: (control: ControlProps) => ReactNode }) {
  const { label, hint, note, prefix, errors } = props;
  const id = useId();
  const about = [errors.length > 0 && `${id}-errors`, hint !== undefined && `${id}-hint`];
  const describedBy = about.filter((part) => part !== false).join(' ');
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
        {note !== undefined && <span className="field-note"> {note}</span>}
      </label>
      <div {...(prefix !== undefined && { className: 'prefixed', dir: 'ltr' })}>
        {prefix !== undefined && <span aria-hidden="true">{prefix}</span>}
        {props.children({
          id,
          'aria-invalid': errors.length > 0,
          'aria-describedby': describedBy === '' ? undefined : describedBy,
        })}
      </div>
      {hint !== undefined && (
        <p className="field-hint" id={`${id}-hint`}>
          <NoBreak text={hint} />
        </p>
      )}
      <ErrorTexts id={`${id}-errors`} errors={errors} />
    </div>
  );
}

function ErrorTexts({ id, errors }: { id?: string; errors: readonly string[] }) {
  if (errors.length === 0) return null;
  return (
    <div className="errors" id={id}>
      {errors.map((sentence) => (
        <p key={sentence}>
          <Icon name="fault" />
          {/* A single element beside the icon. */}
          <span>
            <NoBreak text={sentence} />
          </span>
        </p>
      ))}
    </div>
  );
}

type TextFieldProps = FrameProps & ComponentProps<'input'>;

export function TextField({ label, hint, note, errors, prefix, ...input }: TextFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} note={note} prefix={prefix} errors={errors}>
      {(control) => <input {...input} {...control} className="control" />}
    </FieldFrame>
  );
}

type SelectFieldProps = FrameProps & {
  name: string;
  value: string;
  choose: string;
  options: readonly (string | { value: string; text: string })[];
  autoComplete?: string;
  onText: (text: string) => void;
};

export function SelectField({
  label,
  errors,
  choose,
  options,
  onText,
  ...select
}: SelectFieldProps) {
  return (
    <FieldFrame label={label} errors={errors}>
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
  errors?: readonly string[];
  onCheck: (isChecked: boolean) => void;
  children: ReactNode;
};

export function CheckBox({ name, isChecked, errors = [], onCheck, children }: CheckBoxProps) {
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
          aria-invalid={errors.length > 0}
          aria-describedby={errors.length > 0 ? `${id}-errors` : undefined}
          onChange={({ currentTarget }) => onCheck(currentTarget.checked)}
        />
        <label htmlFor={id} id={`${id}-label`}>
          {children}
        </label>
      </div>
      <ErrorTexts id={`${id}-errors`} errors={errors} />
    </div>
  );
}

/** What belongs to no field of a form. */
export function FormErrors({ errors }: { errors: readonly string[] }) {
  return (
    <div role="alert">
      <ErrorTexts errors={errors} />
    </div>
  );
}

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
