import { filterNameInput, mobileError } from '@inaam/contract/fields.ts';
import type { Registration } from '../../api/calls.ts';
import type { AppContext } from '../../app/app-context.ts';
import { readRegistration } from '../../session/storage/stored-registration.ts';

/**
 * What this device registered last, as far as the form would accept it. The consent is never kept.
 */
export function knownRegistration({
  campaign,
  local,
}: Pick<AppContext, 'campaign' | 'local'>): Registration {
  const { name, mobile, state } = readRegistration(local);
  return {
    name: filterNameInput(name ?? ''),
    mobile: mobile === null || mobileError(mobile) ? '' : mobile,
    state: state !== null && campaign.states.includes(state) ? state : '',
    isAgreed: false,
  };
}
