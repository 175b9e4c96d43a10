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
  const [isRejected, setIsRejected] = useState(false);

  const read = (typed: string) => {
    const input = readMobileInput(typed, wasAfterPlus.current);
    setIsRejected(input === undefined);
    if (!input) return;
    wasAfterPlus.current = input.isAfterPlus;
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
      value={value}
      onText={read}
      errors={isRejected && errors.length === 0 ? [home.errors.mobileInvalid] : errors}
    />
  );
}
