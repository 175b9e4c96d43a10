// `npm run bench -- verifier [1000000]`: time and peak memory of both verifiers on ledgers of these
// numbers of lines. Asserts that both find the ledger valid and agree.
import { spawn } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { peakMemoryOf } from './journeys/instruments/processor-time.ts';
import { writeResult } from './result.ts';

/** `load`: the load average at the start; above the number of cores, the run is slower. */
type Ended = { seconds: number; load: number; peakMegabytes: number; output: string };
type Row = { lines: number; program: string } & Omit<Ended, 'output'>;

const verifier = path.resolve(import.meta.dirname, '../verifier');
const counts = process.argv.slice(2).map(Number);
const rows: Row[] = [];
for (const lines of counts.length > 0 ? counts : [1_000_000]) rows.push(...(await measured(lines)));
await writeResult('verifier', { node: process.versions.node, rows });

async function measured(lines: number): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'inaam-verifier-'));
  try {
    const writer = path.resolve(import.meta.dirname, '../testing/verifier/write-campaign.ts');
    await run(process.execPath, [writer, folder, String(lines)]);
    const megabytes = (await stat(path.join(folder, 'ledger.jsonl'))).size / 1e6;
    process.stdout.write(`${lines} lines, ${megabytes.toFixed(0)} MB\n`);
    const names = { commitment: 'json', secret: 'txt', ledger: 'jsonl', head: 'json' };
    const files = Object.entries(names).flatMap(([name, end]) => [
      `--${name}`,
      path.join(folder, `${name}.${end}`),
    ]);
    const node = await timed('node', process.execPath, [
      `${verifier}/verify.ts`,
      '--json',
      ...files,
    ]);
    const python = await timed('python3', 'python3', [`${verifier}/verify.py`, '--json', ...files]);
    if (node.output !== python.output || !node.output.includes('"valid":true')) {
      throw new Error(`Failed to verify ${lines} honest lines: ${node.output}${python.output}`);
    }
    return [node, python].map(({ program, seconds, load, peakMegabytes }) => ({
      lines,
      program,
      seconds,
      load,
      peakMegabytes,
    }));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function timed(name: string, program: string, args: string[]) {
  const ended = await run(program, args);
  const { seconds, load, peakMegabytes } = ended;
  process.stdout.write(
    `${name.padStart(8)}  ${seconds} s, ${peakMegabytes} MB at most, load ${load}\n`,
  );
  return { program: name, ...ended };
}

async function run(program: string, args: string[]): Promise<Ended> {
  const from = performance.now();
  const load = Number((loadavg()[0] ?? 0).toFixed(1));
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  let peakMegabytes = 0;
  const watch = setInterval(() => {
    void peakMemoryOf(child.pid ?? -1).then(
      (peak) => (peakMegabytes = Math.max(peakMegabytes, peak)),
    );
  }, 200);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  }).finally(() => clearInterval(watch));
  if (code !== 0) throw new Error(`Failed to run ${program}: it ended with ${code}. ${output}`);
  const seconds = Number(((performance.now() - from) / 1000).toFixed(1));
  return { seconds, load, peakMegabytes, output };
}
