// `npx inaam rehearse`: production's programs on a throw-away database, to walk through a campaign
// before its launch.
import { parseArgs } from 'node:util';
import type { RehearsalOptions } from './rehearsal/rehearsal.ts';

const usage = `Usage: npx inaam rehearse [options]

Starts the programs of production for your campaign on a database of its own, with the SMS on a
page behind a key. Nothing is sent, no database of yours is touched, and nothing of it remains.

Options:
  --campaign <id>  the campaign, or a path of its folder (default: CAMPAIGN of the settings)
  --day <date>     the day that the campaign's clock shows, such as 2026-03-01
                   (default: today if the campaign is open, else its first day)
  --port <number>  where the site listens; the next free one if it is busy (default: 3000)
  --host <address> who can reach site and phone: 127.0.0.1 for this machine alone
                   (default: 0.0.0.0, for phones on the same network)
  --logs           show every line of the programs' logs, not warnings and errors alone

Examples:
  npx inaam rehearse
  npx inaam rehearse --campaign tea-demo --day 2026-03-01
`;

const text = { type: 'string' } as const;

/** Not the 30th of February. */
function isDay(written: string): boolean {
  const at = Date.parse(`${written}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(written);
}

/** Undefined: the usage was asked for. @throws Error with a remedy */
function readOptions(words: readonly string[]): RehearsalOptions | undefined {
  const { values } = parseArgs({
    args: [...words],
    options: {
      campaign: text,
      day: text,
      port: { ...text, default: '3000' },
      host: { ...text, default: '0.0.0.0' },
      logs: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  const { campaign, day, host, logs } = values;
  if (day !== undefined && !isDay(day)) {
    throw new Error('--day requires a date, such as --day 2026-03-01.');
  }
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port < 1 || port > 65_535) {
    throw new Error('--port requires a whole number from 1 to 65535.');
  }
  return { campaign, day, port, host, logs };
}

process.stdout.on('error', () => undefined);
try {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) process.stdout.write(usage);
  else {
    // Only here, because the help should not wait for it.
    const { runRehearsal } = await import('./rehearsal/rehearsal.ts');
    await runRehearsal(options);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'Failed to start.'}\n`);
  process.exitCode = 2;
}
