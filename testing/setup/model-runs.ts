// See testing/README.md.
export type ModelRuns = {
  run: { numRuns: number; seed?: number; path?: string; verbose: boolean };
  replayPath: string | undefined;
  timeoutMs: number;
};

/** Ends hanging runs; a busy machine must not reach it. */
const msForOne = 10_000;

/** @param inGate runs in the gate; `SHOPPERS` overrides it */
export function modelRuns(inGate: number): ModelRuns {
  const numRuns = wholeNumber('SHOPPERS') ?? inGate;
  const seed = wholeNumber('SHOPPERS_SEED');
  const path = process.env['SHOPPERS_PATH'];
  return {
    run: { numRuns, verbose: false, ...(seed !== undefined && { seed }), ...(path && { path }) },
    replayPath: process.env['SHOPPERS_REPLAY'],
    timeoutMs: 60_000 + numRuns * msForOne,
  };
}

function wholeNumber(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === '') return undefined;
  if (/^-?[0-9]+$/.test(text)) return Number(text);
  throw new Error(
    `Failed to read ${name}: it is no whole number. Give it digits, or leave it out.`,
  );
}
