import { readMobileInput } from '@inaam/contract/mobile-input.ts';
import { useRef, useState } from 'react';
import { useApp } from '../../app/use-app.ts';
import { TextField } from '../../ui/field.tsx';

type MobileFieldProps = {
  value: string;
  hint?: string;
  onMobile: (mobile: string) => void;
  errors: readonly string[];
};

/** Shows at once if what was typed, pasted or filled in cannot be an Indian mobile number. */
export function MobileField({ value, hint, onMobile, errors }: MobileFieldProps) {
  const { home } = useApp().campaign.words;
  const wasAfterPlus = useRef(false);
  const [foreign, setForeign] = useState<string>();
  const [isTooLong, setIsTooLong] = useState(false);

  const read = (typed: string) => {
    const input = readMobileInput(typed, wasAfterPlus.current);
    setIsTooLong(input === undefined);
    if (!input) return;
    wasAfterPlus.current = input.isAfterPlus;
    setForeign(input.foreign);
    onMobile(input.mobile);
  };

  return (
    <TextField
      label={home.mobile}
      hint={hint}
      prefix="+91"
      name="mobile"
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      enterKeyHint="next"
      value={foreign ?? value}
      onText={read}
      errors={
        foreign !== undefined || (isTooLong && errors.length === 0)
          ? [home.errors.mobileInvalid]
          : errors
      }
    />
  );
}
