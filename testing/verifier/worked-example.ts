// Computes the worked example of docs/reference/draw-format.md from docs/draw-example with only
// SHA-256 and HMAC, independently of the verifier.
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const exampleFolder = path.join(import.meta.dirname, '../../docs/draw-example');
export const exampleFile = (name: string) => path.join(exampleFolder, name);

const read = (name: string) => readFileSync(exampleFile(name), 'utf8');
const sha256 = (...parts: (string | Buffer)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** Each step as the document prints it. */
export function workedExample(): string[] {
  const document = read('commitment.json');
  const secret = Buffer.from(read('secret.txt').trim(), 'hex');
  return [
    document,
    `bytes    ${Buffer.byteLength(document)}\nSHA-256  ${sha256(document).toString('hex')}`,
    `secret   ${secret.toString('hex')}\nSHA-256  ${sha256(secret).toString('hex')}`,
    parts(secret),
    pseudonym(),
    ...contents()
      .slice(0, 2)
      .map((content, at, all) => chained(all.slice(0, at), content)),
    ...drawn(secret),
    sealed(secret),
    question(secret),
    read('head.json'),
  ];
}

/** Bytes 64 to 95, and the secret derived from them. */
function parts(secret: Buffer): string {
  const one = Buffer.from(Array.from({ length: 32 }, (_, at) => 64 + at));
  const two = secret.map((byte, at) => byte ^ (one[at] ?? 0));
  return [
    `part one  ${one.toString('hex')}`,
    `SHA-256   ${sha256(one).toString('hex')}`,
    `part two  ${Buffer.from(two).toString('hex')}`,
    `SHA-256   ${sha256(Buffer.from(two)).toString('hex')}`,
  ].join('\n');
}

/** For the first participant: the key is bytes 32 to 63, the index 31 repeated. */
function pseudonym(): string {
  const key = Buffer.from(Array.from({ length: 32 }, (_, at) => 32 + at));
  const input = `example-2025|${Buffer.alloc(32, 31).toString('hex')}`;
  const output = createHmac('sha256', key).update(input).digest('hex');
  return [
    `key        ${key.toString('hex')}`,
    `SHA-256    ${sha256(key).toString('hex')}`,
    `input      ${input}`,
    `HMAC       ${output}`,
    `pseudonym  ${output.slice(0, 32)}`,
  ].join('\n');
}

/** The hashed bytes of every line. */
function contents(): string[] {
  const lines = read('ledger.jsonl').trimEnd().split('\n');
  return lines.map((line) => /^\{"entry":(.*),"hash":"\w+"\}$/.exec(line)?.[1] ?? '');
}

function chained(before: readonly string[], content: string): string {
  const from = before.reduce((hash, one) => sha256(hash, one), sha256(read('commitment.json')));
  const hash = sha256(from, content).toString('hex');
  return `line     ${before.length + 1}\nbefore   ${from.toString('hex')}\ncontent  ${content}\nhash     ${hash}`;
}

const amounts = [3, 5, 10];

function drawn(secret: Buffer): string[] {
  const cards = [2, 1, 1];
  return contents()
    .filter((content) => /"kind":"verified".*"promise":"chance"/.test(content))
    .map((content, number) => {
      const pseudonym = /"pseudonym":"(\w+)"/.exec(content)?.[1];
      const input = `example-2025|0|${number}|${pseudonym}`;
      const output = createHmac('sha256', secret).update(input).digest('hex');
      const random = BigInt(`0x${output.slice(0, 16)}`);
      const left = cards.reduce((sum, count) => sum + count);
      const ticket = Number((random * BigInt(left)) >> 64n);
      const counts = amounts.map((amount, at) => `${cards[at]} of Rs ${amount}`).join(', ');
      const urn = amounts.flatMap((amount, at) =>
        Array.from({ length: cards[at] ?? 0 }, () => amount),
      );
      const outcome = urn[ticket] ?? 0;
      const place = amounts.indexOf(outcome);
      cards[place] = (cards[place] ?? 0) - 1;
      return [
        `draw     ${number}`,
        `input    ${input}`,
        `HMAC     ${output}`,
        `r        0x${output.slice(0, 16)} = ${random}`,
        `m        ${left}: ${counts}`,
        `ticket   floor(${random} * ${left} / 18446744073709551616) = ${ticket}`,
        `cards    ${urn.map((amount, at) => `${at}: Rs ${amount}`).join(', ')}`,
        `outcome  Rs ${outcome}`,
      ].join('\n');
    });
}

function sealed(secret: Buffer): string {
  const before = /"hash":"(\w+)"\}\n$/.exec(read('ledger.jsonl'))?.[1];
  const entry =
    '{"at":"2025-05-07T06:00Z","blocks":1,"campaign":"example-2025","day":"2025-05-07","fixed":[0],"kind":"amended","number":8,"reserve":0,"to":"2025-05-10"}';
  const seal = createHmac('sha256', secret).update(`${before}|${entry}`).digest('hex');
  return `before  ${before}\nentry   ${entry}\nseal    ${seal}`;
}

function question(secret: Buffer): string {
  const input = 'example-2025|question|2|5f6fa56d6ee50d46bc5a8742c4f5f200';
  const output = createHmac('sha256', secret).update(input).digest('hex');
  const place = (BigInt(`0x${output.slice(0, 16)}`) * 5n) >> 64n;
  return `input     ${input}\nHMAC      ${output}\nquestion  floor(0x${output.slice(0, 16)} * 5 / 18446744073709551616) = ${place}`;
}
