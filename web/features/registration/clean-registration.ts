import { filterNameInput } from '@inaam/contract/fields.ts';
import { readMobileInput } from '@inaam/contract/mobile-input.ts';
import type { Registration } from '../../api/calls.ts';

/** What was typed in the first paint, whose fields take any text, as this form would read it. */
export function cleanRegistration(typed: Registration): Registration {
  const { name, mobile } = typed;
  return {
    ...typed,
    name: filterNameInput(name),
    mobile: readMobileInput(mobile, false)?.mobile ?? mobile,
  };
}
