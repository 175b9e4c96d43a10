import type { CampaignWords } from '../../../public/words.ts';

export const privacy: CampaignWords['privacy'] = {
  statement: 'আমি নিশ্চিত করছি যে আমার {minAge} বছর বয়স হয়েছে।',
  statementReason: 'এই অফার শুধু প্রাপ্তবয়স্কদের জন্য, তাই আগেই জেনে নিই। সোডায় মদ নেই।',
};
