import type { CampaignWords } from '../../../public/words.ts';

export const closed: CampaignWords['closed'] = {
  notStartedTitle: 'We are still in the oven',
  notStarted:
    'The programme starts on {from} and runs until {to}. Keep your pack and scan the code again then.',
  endedTitle: 'This programme has ended',
  endedVoucher:
    'Have you claimed a reward? Your voucher comes by SMS within {voucherDays} days of your claim and is valid for {voucherYears} year.',
  pausedTitle: 'The oven is resting',
  paused:
    'The programme is paused for a while. Keep your pack and scan the code again later: nothing is lost, and what you have won stays yours.',
};
