import type { ServerPlugin } from '../server-plugin.ts';
import { checkAccount, readTemplateStep } from './server/account-check.ts';
import { keepProven, readChoices } from './server/choices.sql.ts';
import { calls } from './server/choose.call.ts';
import { startFates } from './server/fates.job.ts';
import { dropUnknown } from './server/fates.sql.ts';
import { countPaid } from './server/sends.sql.ts';
import { receiveStatuses } from './server/status-hook.ts';
import { pathName, whatsappPaths } from './server/whatsapp-path.ts';

export const whatsapp = {
  calls,
  pathsOf: whatsappPaths,
  app: { path: pathName, name: 'WhatsApp' },
  deliver: (own) => startFates(own),
  pages: (app, own) => receiveStatuses(app, own),
  async tidy(database, campaign, now) {
    await keepProven(database, campaign, now);
    await dropUnknown(database, campaign, now);
  },
  person: readChoices,
  check: {
    name: 'whatsapp',
    isOf: (campaign) => campaign.whatsapp !== undefined,
    run: (_database, _campaign, variables) => checkAccount(variables),
  },
  launch: {
    step: 'whatsapp templates',
    read: (_database, campaign) => readTemplateStep(campaign),
  },
  gauge: {
    name: 'whatsapp_messages',
    help: 'Messages by WhatsApp that were accepted, by the category of their price.',
    label: 'category',
    read: countPaid,
  },
} satisfies ServerPlugin;
