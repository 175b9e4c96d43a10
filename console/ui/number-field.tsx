// Mantine's number field rewrites its text during input-method composition, which doubles digits.
import { asciiDigits } from '@inaam/contract/mobile-input.ts';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** A whole number, or nothing. */
  readonly value: number | string;
  readonly change: (value: number | '') => void;
  readonly digitsMax: number;
};

export function NumberField({ value, change, digitsMax, ...rest }: Props) {
  const [composed, setComposed] = useState<string>();
  const edit = (
    { currentTarget: field }: SyntheticEvent<HTMLInputElement>,
    isComposed: boolean,
  ) => {
    const { value: text, selectionEnd } = field;
    const digits = asciiDigits(text).replace(/[^0-9]/g, '');
    setComposed(isComposed ? text : undefined);
    // A full field accepts no more: a truncated number would be a different one.
    const isTaken = digits.length <= digitsMax;
    const number = digits === '' ? '' : Number(digits);
    if (isTaken) change(number);
    const shown = String(isTaken ? number : value);
    if (!isComposed && shown !== text) {
      const caret = Math.max(0, shown.length - text.length + (selectionEnd ?? text.length));
      field.value = shown;
      // React would move the caret to the end.
      if (document.activeElement === field) field.setSelectionRange(caret, caret);
    }
  };
  return (
    <TextInput
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      value={composed ?? String(value)}
      onChange={(event) => {
        const { nativeEvent } = event;
        edit(event, 'isComposing' in nativeEvent && nativeEvent.isComposing === true);
      }}
      onCompositionEnd={(event) => edit(event, false)}
      onBlur={() => setComposed(undefined)}
    />
  );
}
