import type { CampaignWords } from '../../../public/words.ts';

export const privacy: CampaignWords['privacy'] = {
  statement: 'আমি নিশ্চিত করছি যে আমার বয়স {minAge} বছর বা তার বেশি।',
  statementReason: 'এই অফার শুধু প্রাপ্তবয়স্কদের জন্য, তাই শুরুতেই জেনে নিই।',
};
