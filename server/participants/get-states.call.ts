import type { Handler } from '../http/context.ts';

export const getStates: Handler<'getStates'> = async (_call, { campaign }) => ({
  states: [...campaign.states],
});
