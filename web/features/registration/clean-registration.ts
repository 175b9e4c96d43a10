import { filterNameInput } from '@inaam/contract/fields.ts';
import { readMobileInput } from '@inaam/contract/mobile-input.ts';
import type { Registration } from '../../api/calls.ts';

/** Cleans what was typed in the first paint, whose fields accept any text, as this form does. */
export function cleanRegistration(typed: Registration): Registration {
  const { name, mobile } = typed;
  const input = readMobileInput(mobile, false);
  return {
    ...typed,
    name: filterNameInput(name),
    // What is no Indian number stays, to be refused with a sentence.
    mobile: input === undefined || input.foreign !== undefined ? mobile : input.mobile,
  };
}
