// What the demonstration says on the console: where it is, what it texted. The one place of the product that shows
// codes and numbers, because it is the demonstration's phone.
import qrcode from 'qrcode';

/** A line for the person at the console. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

type Facts = Readonly<Record<string, string | number | boolean>>;

/** The delivery's log: warnings and errors only. */
export const consoleLog = {
  info: (_facts: Facts, _sentence: string) => undefined,
  warn: (_facts: Facts, sentence: string) => print(sentence),
  error: (_facts: Facts, sentence: string) => print(sentence),
};

/** An SMS that has reached the demonstration's phone. */
export function printSms({ to, text }: { to: string; text: string }): void {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  print(`\n  SMS to ${to}\n${lines.map((line) => `  | ${line}`).join('\n')}`);
}

type Place = { campaign: string; day: string; port: number; lan: string | undefined };

/** Says where to go, with a QR code for a phone on the same network. */
export async function printAddresses({ campaign, day, port, lan }: Place): Promise<void> {
  const entry = '/?utm_source=qrcode';
  print(`\n${campaign} is running; its campaign clock says ${day}.\n`);
  print(`  Shopper      http://localhost:${port}${entry}`);
  print(`  SMS arrive   http://localhost:${port}/demo/phone`);
  if (lan !== undefined) {
    const address = `http://${lan}:${port}${entry}`;
    print(`  By phone     ${address}\n`);
    print(await qrcode.toString(address, { type: 'terminal', small: true }));
  }
  print('Ctrl-C stops it; the data stays.');
}
