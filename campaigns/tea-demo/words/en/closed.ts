import type { CampaignWords } from '../../../public/words.ts';

export const closed: CampaignWords['closed'] = {
  notStartedTitle: 'The water is still boiling',
  notStarted:
    'We open on {from} and pour until {to}. Keep your pack of tea and scan its code again then.',
  endedTitle: 'The last cup has been poured',
  ended: 'This programme ran from {from} to {to}. Thank you for sharing a cup with us.',
  endedVoucher:
    'Are you waiting for a voucher? It comes by SMS within {voucherDays} days of your claim and is valid for {voucherYears} year.',
  pausedTitle: 'The kettle is off for a moment',
  paused:
    'The programme is paused for a while. Keep your pack of tea and scan its code again later: nothing is lost, and what you have won stays yours.',
};
