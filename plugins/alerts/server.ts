import { checkOf, type Finding } from '@inaam/server/platform/finding.ts';
import type { ServerPlugin } from '../server-plugin.ts';
import { startAlerts } from './server/send-alerts.job.ts';
import { reasonInWords, verifyMail } from './server/send-mail.ts';
import { readMail } from './settings.ts';

export const alerts = {
  deliver: startAlerts,
  console: startAlerts,
  check: { name: 'mail', run: (_database, _campaign, variables) => checkMail(variables) },
} satisfies ServerPlugin;

/** Signs in to it, and sends nothing. */
async function checkMail(variables: Parameters<typeof readMail>[0]): Promise<Finding> {
  const check = checkOf('mail');
  const { mail } = readMail(variables);
  if (!mail) return check.skipped('No mail server is set up.');
  const { isTaken, reason } = await verifyMail(mail);
  return isTaken
    ? check.ok(`The mail server ${mail.host} lets \`deliver\` in.`)
    : check.fault(
        `The mail server ${mail.host} does not let \`deliver\` in, because ${reasonInWords(reason)}.`,
        'Correct SMTP_URL.',
      );
}
