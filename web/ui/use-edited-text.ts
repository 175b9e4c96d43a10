// Cleans the text that a person types into a field, and keeps the caret where they edit. During
// composition (input methods, dictation) the text is left alone; otherwise the keyboard would
// insert it again.
import { useState, type SyntheticEvent } from 'react';

export type Edit = {
  /** The field's whole text, before and after. */
  before: string;
  typed: string;
  inserted: string;
  /** The text after that. */
  behind: string;
  /** How, if the browser reports it: `deleteContentForward`. */
  inputType?: string;
};

export type EditedText = { text: string; caret: number };

type FieldEvent = SyntheticEvent<HTMLInputElement>;

/** @param onRead also called during a composition, with what its text would become */
export function useEditedText<Result extends EditedText>(
  value: string,
  read: (edit: Edit) => Result,
  onRead: (result: Result, isComposing: boolean) => void,
) {
  const [composed, setComposed] = useState<{ before: string; typed: string; text: string }>();
  const edit = ({ currentTarget: field, nativeEvent }: FieldEvent, isComposing: boolean) => {
    const before = composed?.before ?? value;
    const data = 'data' in nativeEvent ? nativeEvent.data : undefined;
    const made = editOf(field, before, data);
    const inputType = 'inputType' in nativeEvent ? String(nativeEvent.inputType) : '';
    const result = read({ ...made, inputType });
    const { typed } = made;
    const { text, caret } = result;
    setComposed(isComposing ? { before, typed, text } : undefined);
    if (!isComposing && text !== typed) {
      // React would move the caret to the end.
      field.value = text;
      // Safari would focus a field that does not have the focus.
      if (document.activeElement === field) field.setSelectionRange(caret, caret);
    }
    onRead(result, isComposing);
  };
  return {
    value: composed?.text === value ? composed.typed : value,
    onChange: (event: FieldEvent) => {
      const { nativeEvent } = event;
      edit(event, 'isComposing' in nativeEvent && nativeEvent.isComposing === true);
    },
    onCompositionEnd: (event: FieldEvent) => edit(event, false),
    // Some keyboards do not report the end of a composition.
    onBlur: (event: FieldEvent) => composed && edit(event, false),
  };
}

export function useCleanText(
  value: string,
  clean: (typed: string) => string,
  onText: (text: string) => void,
) {
  return useEditedText(
    value,
    (edit) => cleanEdit(edit, clean(edit.typed)),
    ({ text }) => onText(text),
  );
}

/**
 * A full field accepts nothing in its middle: its end would be lost, and the rest would be another
 * valid number.
 * @param text undefined if the field accepts nothing
 */
export function cleanEdit({ before, typed, behind }: Edit, text: string | undefined): EditedText {
  const isTaken = text?.endsWith(behind) || typed.length <= before.length;
  const kept = text !== undefined && isTaken ? text : before;
  return { text: kept, caret: kept.length - behind.length };
}

/** @param data the inserted text, if the browser reports it */
export function editOf(
  { value, selectionEnd }: Pick<HTMLInputElement, 'value' | 'selectionEnd'>,
  before: string,
  data?: unknown,
): Edit {
  const after = value.slice(selectionEnd ?? value.length);
  // Otherwise the browser filled in the field, and the caret means nothing.
  const behind = before.endsWith(after) ? after : '';
  const front = value.slice(0, value.length - behind.length);
  const keptMax = before.length - behind.length;
  let kept = 0;
  while (kept < keptMax && front[kept] === before[kept]) kept += 1;
  const inserted = typeof data === 'string' && front.endsWith(data) ? data : front.slice(kept);
  return { before, typed: value, inserted, behind };
}
