// The only place that prints codes and numbers, because the terminal is the demo's phone.
import qrcode from 'qrcode';
import type { DemoPart } from '@inaam/plugins/server-plugin.ts';

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

type Facts = Readonly<Record<string, unknown>>;

/** For delivery and draw: warnings and errors only. */
export const consoleLog = {
  info: (_facts: Facts, _sentence: string) => undefined,
  warn: (_facts: Facts, sentence: string) => print(sentence),
  error: (_facts: Facts, sentence: string) => print(sentence),
};

export function printSms({ to, text }: { to: string; text: string }): void {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  print(`\n  SMS to ${to}\n${lines.map((line) => `  | ${line}`).join('\n')}`);
}

type Place = {
  campaign: string;
  day: string;
  port: number;
  lan: string | undefined;
  /** The link that signs the operator in. */
  console: string;
  parts: readonly DemoPart[];
};

/** Prints the addresses, with a QR code for a phone on the same network. */
export async function printAddresses({
  campaign,
  day,
  port,
  lan,
  console,
  parts,
}: Place): Promise<void> {
  const links = await Promise.all(parts.map((part) => part.link()));
  const entry = `/?utm_source=qrcode${links.join('')}`;
  print(`\n${campaign} is running; the campaign's clock shows ${day}.\n`);
  print(`  Shopper      http://localhost:${port}${entry}`);
  print(`  SMS arrive   http://localhost:${port}/demo/phone`);
  for (const { page } of parts) {
    print(`  ${page.label.padEnd(12)} http://localhost:${port}${page.path}`);
  }
  print(`  Console      ${console}`);
  if (lan !== undefined) {
    const address = `http://${lan}:${port}${entry}`;
    print(`  By phone     ${address}\n`);
    print(await qrcode.toString(address, { type: 'terminal', small: true }));
  }
  print('Press Ctrl-C to stop. The data is kept.');
}
