import { mobileError } from '@inaam/contract/fields.ts';
import { readMobileInput } from '@inaam/contract/mobile-input.ts';
import { useRef, useState } from 'react';
import { useApp } from '../../app/use-app.ts';
import { TextField } from '../../ui/field.tsx';
import { cleanEdit, useEditedText, type Edit } from '../../ui/use-edited-text.ts';

type MobileFieldProps = {
  value: string;
  hint?: string;
  onMobile: (mobile: string) => void;
  errors: readonly string[];
};

/** Shows an error at once if the input cannot be an Indian mobile number. */
export function MobileField({ value, hint, onMobile, errors }: MobileFieldProps) {
  const { home } = useApp().campaign.words;
  const wasAfterPlus = useRef(false);
  const [foreign, setForeign] = useState<string>();
  const [isTooLong, setIsTooLong] = useState(false);

  const edited = useEditedText(
    foreign ?? value,
    (edit) => readEdit(edit, wasAfterPlus.current),
    ({ input }, isComposing) => {
      setIsTooLong(input === undefined);
      if (!input) return;
      if (!isComposing) wasAfterPlus.current = input.isAfterPlus;
      setForeign(input.foreign);
      onMobile(input.mobile);
    },
  );

  return (
    <TextField
      {...edited}
      onBlur={(event) => {
        setIsTooLong(false);
        edited.onBlur(event);
      }}
      label={home.mobile}
      hint={hint}
      prefix="+91"
      name="mobile"
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      enterKeyHint="next"
      errors={
        foreign !== undefined || (isTooLong && errors.length === 0)
          ? [home.errors.mobileInvalid]
          : errors
      }
    />
  );
}

function readEdit(edit: Edit, wasAfterPlus: boolean) {
  const { before, typed, inserted, behind } = edit;
  const isReplaced = before !== '' && inserted === typed;
  const input = readMobileInput(typed, wasAfterPlus && !isReplaced, behind);
  // A whole number pasted or suggested beside an existing one replaces it.
  const whole = input ? undefined : readMobileInput(inserted, false);
  if (whole && mobileError(whole.mobile) === undefined) {
    return { text: whole.mobile, caret: whole.mobile.length, input: whole };
  }
  return { ...cleanEdit(edit, input && (input.foreign ?? input.mobile)), input };
}
