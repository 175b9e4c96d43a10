import type { VoucherReading } from '@inaam/contract/console/voucher-upload.ts';
import type { previewFile } from './file-preview.ts';

type Looked = Exclude<ReturnType<typeof previewFile>, string>;

/** Columns by their places, as text. */
export type Choice = {
  readonly code: string | null;
  readonly amount: string;
  readonly expiry: string;
  readonly amountOfAll: number | string;
  /** YYYY-MM-DD */
  readonly expiryOfAll: string | null;
};

export const noColumn = 'none';

const placeOf = (at: number) => (at === -1 ? noColumn : String(at));

export function firstChoice({ guess }: Pick<Looked, 'guess'>): Choice {
  return {
    code: guess.code === -1 ? null : String(guess.code),
    amount: placeOf(guess.amount),
    expiry: placeOf(guess.expiry),
    amountOfAll: '',
    expiryOfAll: null,
  };
}

type Head = Pick<Looked, 'columns' | 'separator'>;

/** Whether two files have the same columns: the second is probably the first one, mended. */
export function hasSameColumns(one: Head, other: Head): boolean {
  return (
    one.separator === other.separator &&
    one.columns.length === other.columns.length &&
    one.columns.every((name, at) => name === other.columns[at])
  );
}

type Faults = Partial<Record<'code' | 'amount' | 'expiry' | 'amountOfAll', string>>;

/** Sentences, each beside its field. */
export function readingFaults({ code, amount, expiry, amountOfAll }: Choice): Faults {
  const taken = 'This column is chosen already.';
  return {
    ...(code === null && { code: 'Choose the column of the codes.' }),
    ...(amount !== noColumn && amount === code && { amount: taken }),
    ...(expiry !== noColumn && (expiry === code || expiry === amount) && { expiry: taken }),
    ...(amount === noColumn && Number(amountOfAll) < 1 && { amountOfAll: 'Write the rupees.' }),
  };
}

/** @returns undefined where something is missing or chosen twice */
export function readingOf(
  { columns, separator }: Head,
  choice: Choice,
): VoucherReading | undefined {
  const { code, amount, expiry } = choice;
  if (code === null || Object.keys(readingFaults(choice)).length > 0) return undefined;
  const nameAt = (place: string) => columns[Number(place)] ?? '';
  const hasAmounts = amount !== noColumn;
  const hasExpiries = expiry !== noColumn;
  return {
    separator,
    codeColumn: nameAt(code),
    amountColumn: hasAmounts ? nameAt(amount) : null,
    amountOfAll: hasAmounts ? null : Number(choice.amountOfAll),
    expiryColumn: hasExpiries ? nameAt(expiry) : null,
    expiryOfAll: hasExpiries ? null : choice.expiryOfAll,
  };
}
