// `users/getStates`: the states a participant may choose from. Reads campaign data only.
import type { Handler } from '../http/context.ts';

export const getStates: Handler<'getStates'> = async (_call, { campaign }) => ({
  states: [...campaign.states],
});
