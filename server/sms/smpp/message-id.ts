// How an SMSC writes the id of a message: in its answer, and then in the receipt.

export const messageIdForms = ['same', 'hexThenDecimal', 'decimalThenHex'] as const;
export type MessageIdForm = (typeof messageIdForms)[number];

/** @returns undefined if the SMSC gave none: no receipt can be matched */
export function idOfAnswer(form: MessageIdForm, id: string | undefined): string | undefined {
  if (id === undefined || id === '') return undefined;
  if (form === 'same') return id;
  return form === 'hexThenDecimal' ? decimalOfHex(id) : withoutZeros(id);
}

/** Of the receipt's text; its parameter is that of the answer (SMPP 3.4, 5.3.2.12). */
export function idOfReceiptText(form: MessageIdForm, id: string): string {
  if (form === 'same') return id;
  return form === 'hexThenDecimal' ? withoutZeros(id) : decimalOfHex(id);
}

/** What is no number stays as it is, and fits nothing else. */
const decimalOfHex = (id: string) => (/^[0-9a-f]+$/i.test(id) ? BigInt(`0x${id}`).toString() : id);
const withoutZeros = (id: string) => (/^\d+$/.test(id) ? BigInt(id).toString() : id);
