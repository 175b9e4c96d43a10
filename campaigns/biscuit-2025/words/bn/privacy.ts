import type { CampaignWords } from '../../../public/words.ts';

export const privacy: CampaignWords['privacy'] = {
  statement: 'আমি নিশ্চিত করছি যে আমার এলাকায় মদ্যপানের আইনি বয়স আমি পেরিয়েছি।',
  statementReason: 'এই অফার শুধু প্রাপ্তবয়স্কদের জন্য, তাই শুরুতেই জেনে নিই। প্যাকে কোনো মদ নেই।',
};
