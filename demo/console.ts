// What the demonstration says on the console: where it is, what it texted. The one place of the product that shows
// codes and numbers, because it is the demonstration's phone.
import qrcode from 'qrcode';

/** A line for the person at the console. */
export function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}

type Facts = Readonly<Record<string, string | number | boolean>>;

/** The delivery's log: warnings and errors only. */
export const tellLog = {
  info: (_facts: Facts, _sentence: string) => undefined,
  warn: (_facts: Facts, sentence: string) => tell(sentence),
  error: (_facts: Facts, sentence: string) => tell(sentence),
};

/** An SMS that has reached the demonstration's phone. */
export function tellSms({ to, text }: { to: string; text: string }): void {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  tell(`\n  SMS to ${to}\n${lines.map((line) => `  | ${line}`).join('\n')}`);
}

type Place = { campaign: string; day: string; port: number; lan: string | undefined };

/** Says where to go, with a QR code for a phone on the same network. */
export async function greet({ campaign, day, port, lan }: Place): Promise<void> {
  const entry = '/?utm_source=qrcode';
  tell(`\n${campaign} is running; its campaign clock says ${day}.\n`);
  tell(`  Shopper      http://localhost:${port}${entry}`);
  tell(`  SMS arrive   http://localhost:${port}/demo/phone`);
  if (lan !== undefined) {
    const address = `http://${lan}:${port}${entry}`;
    tell(`  By phone     ${address}\n`);
    tell(await qrcode.toString(address, { type: 'terminal', small: true }));
  }
  tell('Ctrl-C stops it; the data stays.');
}
