// How an SMSC writes the id of a message: in its answer, and then in the receipt.

export const messageIdForms = ['same', 'hexThenDecimal', 'decimalThenHex'] as const;
export type MessageIdForm = (typeof messageIdForms)[number];

const idLengthMax = 200;

/** @returns undefined if the SMSC gave none: no receipt can be matched */
export function cleanId(id: string | undefined): string | undefined {
  const clean = id?.replaceAll(/[^\x21-\x7e]/g, '').replace(/^0x(?=[\da-f]+$)/i, '');
  return clean === undefined || clean === '' || clean.length > idLengthMax ? undefined : clean;
}

export type ReceiptIds = {
  /** The id of the message, but for the case of its letters and zeros in front. */
  reference: string;
  /** What else the id may be in the answer: the same number to another base. */
  readings: readonly string[];
};

/**
 * @param parameter as in the answer (SMPP 3.4, 5.3.2.12), though vendors differ
 * @param hasNumber whether the receipt names a mobile number. Without it an id is only read to
 *   another base if its letters show which of the two is hexadecimal
 */
export function idsOfReceipt(
  form: MessageIdForm,
  { parameter, text }: { parameter: string | undefined; text: string | undefined },
  hasNumber: boolean,
): ReceiptIds | undefined {
  if (form === 'same') {
    const reference = parameter ?? text;
    return reference === undefined
      ? undefined
      : { reference, readings: readingsOf(reference, hasNumber) };
  }
  const convert = form === 'hexThenDecimal' ? hexOfDecimal : decimalOfHex;
  const ofText = text === undefined ? undefined : (convert(text) ?? text);
  const converted = parameter === undefined ? undefined : convert(parameter);
  const isAsInText = converted !== undefined && plain(converted) === plain(ofText ?? '');
  if (parameter === undefined || isAsInText) {
    return ofText === undefined ? undefined : { reference: ofText, readings: [] };
  }
  return { reference: parameter, readings: converted === undefined ? [] : [converted] };
}

function readingsOf(id: string, hasNumber: boolean): string[] {
  const all = [hexOfDecimal(id), decimalOfHex(id)].filter((reading) => reading !== undefined);
  return all.filter(
    (reading) => reading !== plain(id) && (hasNumber || hasLetter(reading) !== hasLetter(id)),
  );
}

const plain = (id: string) => id.toLowerCase().replace(/^0+/, '');
const hasLetter = (id: string) => /[a-f]/i.test(id);

/** Undefined for what is no number. */
const hexOfDecimal = (id: string) => (/^\d+$/.test(id) ? BigInt(id).toString(16) : undefined);
const decimalOfHex = (id: string) =>
  /^[\da-f]+$/i.test(id) ? BigInt(`0x${id}`).toString() : undefined;
