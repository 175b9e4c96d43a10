// With a registration: whether messages to the number may go by WhatsApp. It is known before the
// code is sent.
import { mobileError } from '@inaam/contract/fields.ts';
import { register } from '@inaam/server/codes/request-code.call.ts';
import { phaseOf } from '@inaam/server/platform/period.rules.ts';
import type { ServerPlugin } from '../../server-plugin.ts';
import { recordChoices } from './choices.sql.ts';

export const calls: NonNullable<ServerPlugin['calls']> = ({ database, campaign }) => {
  if (!campaign.whatsapp) return {};
  const choices = recordChoices(database, campaign.id);
  return {
    async register(call, context) {
      const { userKey, fields } = call;
      const { keys, clocks } = context;
      const isOpen = phaseOf(campaign.programme, clocks.campaign()) === 'open';
      if (isOpen && fields.agree1 && !mobileError(fields.mobile)) {
        const mobileIndex = keys.mobileIndex(fields.mobile);
        const agrees = fields.whatsapp === true;
        await choices.one({ userKey, mobileIndex, agrees, at: clocks.wall() });
      }
      return register(call, context);
    },
  };
};
