import type { YourDataWords } from '../../public/words.ts';

export const yourData: YourDataWords = {
  title: 'Your data and consent',
  intro:
    'You can withdraw your consent at any time. It costs nothing, and you do not have to give a reason. We then delete your data.',
  deletedTitle: 'What we delete',
  deleted:
    'Your name, your mobile number and your profile, and the codes and sessions of your number on every device.',
  keptTitle: 'What we keep, and why',
  kept: 'A coded form of your number, which cannot be read as a number, with your state and your reward: it stops a number from claiming twice, and it is part of our accounts. Your answers to the privacy notice stay as proof that you gave and withdrew your consent. Records of your visits stay for a year, but nothing connects them with your number any more.',
  rewardTitle: 'Your reward',
  rewardOpen:
    'If you have not taken it yet, it stays reserved for your number: come back by {to}, agree again and take it.',
  voucherSent: 'A voucher that we have sent stays valid: the SMS is on your phone.',
  voucherOwed: 'If your voucher has not been sent yet:',
  sendFirst: 'Send it to me first, then delete my data',
  giveUp: 'Delete everything now; I give up the voucher',
  proof: 'To make sure that the number is yours, we send it a code by SMS.',
  scanFirst:
    'To do this here, open the site with the QR code of a pack. Or write to {email} or call {phone}.',
  stopCodes: 'Send no more OTPs to this number',
  confirm: 'Withdraw and delete',
  erased: 'Done. Your consent is withdrawn and your data is deleted.',
  erasedLater:
    'Your consent is withdrawn. We will send you your voucher first. After that your name and number are deleted, and you do not have to do anything more.',
  finish: 'OK',
};
