import type { ConsoleHandler } from './context.ts';

export const checkCampaign: ConsoleHandler<'checkCampaign'> = ({ checklist }, _fields, { name }) =>
  Promise.resolve({ isStarted: checklist.start(name) });
