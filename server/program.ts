// What the production programs share: fail with a sentence, stop in order on a signal. Holds no product logic.

/** Errors whose message is written for the operator; anything else is a defect and shows its stack. */
const spoken = new Set([
  'ConfigError',
  'DatabaseUnfit',
  'SchemaUnfit',
  'DeckChanged',
  'CampaignError',
]);

/** Runs a program; `main` gives back how to stop it. */
export async function runProgram(main: () => Promise<() => Promise<void>>): Promise<void> {
  try {
    const stop = await main();
    const stopOnce = () => {
      process.removeAllListeners('SIGTERM');
      process.removeAllListeners('SIGINT');
      stop().catch(fail);
    };
    process.once('SIGTERM', stopOnce);
    process.once('SIGINT', stopOnce);
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): void {
  const isSpoken = error instanceof Error && spoken.has(error.name);
  const text = isSpoken ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}
