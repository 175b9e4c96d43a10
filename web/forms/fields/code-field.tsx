// Six cells painted behind a single field, so that paste, autofill, correction and screen readers
// work as usual. Letter spacing puts one digit into each cell.
import { otpDigits } from '@inaam/contract/limits.ts';
import { useLayoutEffect, useRef } from 'react';
import { FieldFrame } from '../../ui/field.tsx';
import { useEditedText } from '../../ui/use-edited-text.ts';
import { readCodeInput } from './read-code-input.ts';
import './code-field.css';

type CodeFieldProps = {
  label: string;
  code: string;
  errors: readonly string[];
  onCode: (code: string, isComplete: boolean) => void;
};

const cells = Array.from({ length: otpDigits }, (_, index) => index);

function classOf(cell: number, filled: number): string {
  const isNext = cell === Math.min(filled, otpDigits - 1);
  return `${cell < filled ? 'code-cell-filled' : ''} ${isNext ? 'code-cell-next' : ''}`;
}

export function CodeField({ label, code, errors, onCode }: CodeFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const edited = useEditedText(code, readCodeInput, ({ text, isComplete }, isComposing) =>
    onCode(text, isComplete && !isComposing),
  );
  const isRefused = errors.length > 0;
  // The shopper opened this form with a press, and this is its only field.
  useLayoutEffect(() => field.current?.focus(), []);
  // The next digit replaces a refused code.
  useLayoutEffect(() => {
    if (isRefused) field.current?.select();
  }, [isRefused]);
  return (
    <FieldFrame label={label} errors={errors}>
      {(control) => (
        <div className={isRefused ? 'code-field code-field-refused' : 'code-field'} dir="ltr">
          <div className="code-cells" aria-hidden="true">
            {cells.map((cell) => (
              <i key={cell} className={classOf(cell, code.length)} />
            ))}
          </div>
          <input
            {...control}
            {...edited}
            ref={field}
            className="code-digits"
            name="otp"
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            enterKeyHint="go"
          />
        </div>
      )}
    </FieldFrame>
  );
}
