// A fuzzer guided by V8's block coverage: inputs that reach a new block are kept and mutated.
// (Jazzer.js 4.0.0 needs a newer glibc than Debian 12 has.)
import { Session } from 'node:inspector/promises';

/** Inputs per coverage check; those in a batch that reached something new are then run alone. */
const batchSize = 50;
const lengthMax = 600;

export type GuidedResult = { inputs: number; kept: number; blocks: number };

type Options = {
  run: (bytes: Buffer) => void;
  firstInputs: readonly Buffer[];
  /** Part of the URL of the files whose blocks count. */
  covered: string;
  inputs: number;
  /** From 0 to 1. */
  random: () => number;
};

/** @throws what `run` throws, with the input in base64 */
export async function fuzzGuided(options: Options): Promise<GuidedResult> {
  const { run, firstInputs, covered, inputs, random } = options;
  const coverage = await startCoverage(covered);
  const corpus = [...firstInputs];
  const attempt = (bytes: Buffer) => {
    try {
      run(bytes);
    } catch (cause) {
      const input = bytes.toString('base64');
      throw new Error(`Found by the input ${input} (base64): ${String(cause)}`, { cause });
    }
  };
  try {
    corpus.forEach(attempt);
    await coverage.newOfInput();
    for (let done = 0; done < inputs; done += batchSize) {
      const batch = Array.from({ length: batchSize }, () => changed(corpus, random));
      batch.forEach(attempt);
      if ((await coverage.newOfBatch()) === 0) continue;
      for (const bytes of batch) {
        attempt(bytes);
        if ((await coverage.newOfInput()) > 0) corpus.push(bytes);
      }
    }
    return { inputs, kept: corpus.length - firstInputs.length, blocks: coverage.known() };
  } finally {
    await coverage.stop();
  }
}

async function startCoverage(covered: string) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const ofInputs = new Set<string>();
  const ofBatches = new Set<string>();
  /** Number of blocks that ran, or did not, for the first time since the last call. */
  const addTo = async (known: Set<string>): Promise<number> => {
    const before = known.size;
    const { result } = await session.post('Profiler.takePreciseCoverage');
    for (const { url, functions } of result) {
      if (!url.includes(covered)) continue;
      for (const { startOffset, endOffset, count } of functions.flatMap(({ ranges }) => ranges)) {
        known.add(`${url} ${startOffset} ${endOffset} ${count > 0}`);
      }
    }
    return known.size - before;
  };
  return {
    /** Separate: one input may run all of a function, of which a batch runs parts more often. */
    newOfBatch: () => addTo(ofBatches),
    newOfInput: () => addTo(ofInputs),
    known: () => ofInputs.size,
    stop: async () => {
      await session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}

const words = [
  '{',
  '}',
  '"',
  '\\u0000',
  '\\ud800',
  '__proto__',
  '.',
  '=',
  '==',
  'null',
  '1e999',
  ' ',
];

/** A kept input with one to four changes. */
function changed(corpus: readonly Buffer[], random: () => number): Buffer {
  const below = (bound: number) => Math.floor(random() * bound);
  const pick = () => corpus[below(corpus.length)] ?? Buffer.alloc(0);
  let bytes = Buffer.from(pick());
  for (let change = below(4); change >= 0; change--) {
    const at = below(bytes.length + 1);
    const [head, tail] = [bytes.subarray(0, at), bytes.subarray(at)];
    switch (below(6)) {
      case 0:
        bytes = Buffer.concat([head, Buffer.of(below(256)), tail]);
        break;
      case 1:
        bytes = Buffer.concat([head, Buffer.of(below(256)), tail.subarray(1)]);
        break;
      case 2:
        bytes = Buffer.concat([head, tail.subarray(1 + below(8))]);
        break;
      case 3:
        bytes = Buffer.concat([head, Buffer.from(words[below(words.length)] ?? ''), tail]);
        break;
      case 4:
        bytes = Buffer.concat([head, pick().subarray(below(20))]);
        break;
      default:
        bytes = Buffer.concat([head, tail.subarray(0, below(16)), tail]);
    }
  }
  return bytes.subarray(0, lengthMax);
}
