import type { CampaignWords } from '../../../public/words.ts';

export const closed: CampaignWords['closed'] = {
  notStartedTitle: 'The clouds are gathering',
  notStarted:
    'We open on {from} and stay open until {to}. Keep the label of your bottle and scan its code again then.',
  endedTitle: 'The rain has moved on',
  endedVoucher:
    'Are you waiting for a voucher? It comes by SMS within {voucherDays} days of your claim, and you have {voucherYears} year to use it.',
  pausedTitle: 'A short break in the rain',
  paused:
    'The programme is paused for a while. Keep the label of your bottle and scan its code again later: nothing is lost, and what you have won stays yours.',
};
