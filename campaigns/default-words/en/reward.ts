import type { DefaultWords } from '../../public/words.ts';

export const reward: DefaultWords['reward'] = {
  congratulations: 'Congratulations!',
  won: 'You have won Rs. {amount}',
  voucher: 'Your gift voucher comes by SMS within {voucherDays} days.',
  validity: 'It is valid for {voucherYears} year.',
  by: 'It comes by {date} at the latest.',
  owner: 'For {name}, mobile number ending in {digits}',
  keep: 'Keep the SMS: the code in it is your voucher.',
  save: 'Save as picture',
  share: 'Share',
  shareText: 'I got a gift voucher of ₹{amount} from {campaign}!',
  copied: 'Copied. Paste it into a message.',
  notSaved: 'The picture could not be saved. You can take a screenshot instead.',
  alreadyThere: 'The reward for {mobile} is already yours: ₹{amount}. Its voucher comes by SMS.',
  fixedNote: 'Everyone who takes part from {state} gets a fixed reward of ₹{amount}.',
  voucherStates: {
    owed: 'It is being prepared for you.',
    sent: 'It is on its way: we have handed it to the SMS company.',
    delivered: 'The SMS has reached your phone.',
    failed:
      'The SMS did not reach your phone. Your voucher is safe: please write to us or call us (see Contact Us).',
    settled: 'We have settled it with you. Questions? See Contact Us.',
    notSent: 'Your voucher was not sent. Please write to us or call us (see Contact Us).',
  },
};
