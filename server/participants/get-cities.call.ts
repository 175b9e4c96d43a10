import { refuse } from '../http/refusal.ts';
import type { Handler } from '../http/context.ts';

export const getCities: Handler<'getCities'> = async ({ fields }, { campaign }) => {
  if (!campaign.states.includes(fields.state)) throw refuse('invalidData');
  return { cities: [...(campaign.cities[fields.state] ?? [])] };
};
