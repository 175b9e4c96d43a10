// A stand-in for the app in the tests of this room: starts PostgreSQL, says so on one line, and lives until it is told
// to end. It speaks JSON lines: {"url"}, {"failed"}, {"log"}, {"heard"}. It never runs outside tests.
import { startPostgres } from '@inaam/runtime/postgres.ts';
import type { EmbeddedPostgres } from '@inaam/runtime/postgres.ts';

const [dataFolder = '', how = 'stops'] = process.argv.slice(2);

function say(line: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function answer(signal: NodeJS.Signals, postgres: EmbeddedPostgres): Promise<void> {
  say({ heard: signal });
  // Ctrl-C in a terminal: an app that still has work to do before it stops.
  if (how === 'lingers' && signal === 'SIGINT') return;
  if (how === 'exits') process.exit(0);
  await postgres.stop();
  process.exit(0);
}

try {
  const postgres = await startPostgres({
    dataFolder,
    durable: false,
    log: (line) => say({ log: line }),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void answer(signal, postgres));
  }
  // The server is no reason to stay alive, this is.
  setInterval(() => undefined, 60_000);
  say({ url: postgres.url });
} catch (error) {
  say({ failed: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
}
