import type { ConsoleHandler } from '../../console/context.ts';

export const verifyDraw: ConsoleHandler<'verifyDraw'> = async (
  { drawVerifier },
  _fields,
  { name },
) => {
  const isStarted = await drawVerifier.start(name);
  const message = isStarted
    ? 'The verification has begun.'
    : 'A verification is running already: its result is shown to everybody.';
  return { isStarted, message };
};
