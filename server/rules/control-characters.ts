/** C0 and C1 controls, and what turns the direction of text around. */
const control = /[\p{Cc}\u061C\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** Whether a terminal could be made to show something else than what is written. */
export const hasControlCharacters = (text: string): boolean => control.test(text);

/** Links carry what anybody writes into them: what a terminal or a page would obey is left out. */
export const printable = (text: string): string => text.replaceAll(/\p{C}/gu, '');
