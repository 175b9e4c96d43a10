// Which texts wait for their hours, and whether these are now.
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { sendingHours, spellHours } from '@inaam/campaigns/sms/sms-category.ts';
import { waitForHours } from '../../messages/sending-hours.rules.ts';
import { checkOf, type Finding } from './finding.ts';
import { templatesOf } from './sms-templates.ts';

/** @param now wall time, ms */
export function checkSendingHours(campaign: ServerCampaign, now: number): Finding {
  const check = checkOf('sending hours');
  const texts = templatesOf(campaign).flatMap(([name, { category }]) => {
    const hours = sendingHours[category];
    return hours ? [{ name, category, hours }] : [];
  });
  const [first] = texts;
  if (!first) return check.ok('Each text is sent at any hour.');
  const names = texts.map(({ name, category }) => `${name} (${category})`).join(', ');
  const state =
    waitForHours(first.hours, now) === 0
      ? 'It is such an hour now.'
      : 'It is not now: they wait until it is.';
  return check.warning(
    `Sent from ${spellHours(first.hours)} in India only: ${names}. ${state}`,
    'Nothing needs to be done. To send them at any hour, register the texts as service-implicit.',
  );
}
