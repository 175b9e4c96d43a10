// Prints JSON lines ({url}, {failed}, {log}, {heard}) and runs until a signal.
import { startPostgres } from '@inaam/runtime/postgres.ts';
import type { EmbeddedPostgres } from '@inaam/runtime/postgres.ts';

const [dataFolder = '', how = 'stops'] = process.argv.slice(2);

function print(line: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function answer(signal: NodeJS.Signals, postgres: EmbeddedPostgres): Promise<void> {
  print({ heard: signal });
  if (how === 'lingers' && signal === 'SIGINT') return;
  if (how === 'exits') process.exit(0);
  await postgres.stop();
  process.exit(0);
}

try {
  const postgres = await startPostgres({
    dataFolder,
    durable: false,
    log: (line) => print({ log: line }),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void answer(signal, postgres));
  }
  // PostgreSQL alone does not keep the process alive.
  setInterval(() => undefined, 60_000);
  print({ url: postgres.url });
} catch (error) {
  print({ failed: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
}
