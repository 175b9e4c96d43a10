// The three sounds of a campaign, as samples: from its file, or synthesized.
export type Samples = Float32Array<ArrayBuffer>;

export interface Voice {
  /** Each peg. */
  readonly tick: Samples;
  /** The wheel as it stops: once, twice or three times. */
  readonly stop: Samples;
  readonly win: Samples;
}

export const sampleRate = 24_000;

export const samplesOf = (ms: number): number => Math.round((ms / 1000) * sampleRate);

/** Where the sounds begin in `art/sounds.mp3` (campaigns/rendering/sounds.py), and the end. */
const [tickMs, stopMs, winMs, endMs] = [0, 150, 550, 1600];
/** Some decoders begin with the encoder's delay. */
const delayMsMax = 120;

/** @returns undefined if the file is missing or cannot be decoded */
export async function loadVoice(address: string): Promise<Voice | undefined> {
  try {
    const file = await fetch(address);
    const decoder = new OfflineAudioContext(1, 1, sampleRate);
    const buffer = await decoder.decodeAudioData(await file.arrayBuffer());
    return voiceIn(buffer.getChannelData(0));
  } catch {
    return undefined;
  }
}

/** @returns undefined if it is too short, or nothing is heard where the tick should be */
export function voiceIn(samples: Float32Array): Voice | undefined {
  const first = samples.subarray(0, samplesOf(delayMsMax));
  const loudest = first.reduce((most, it) => Math.max(most, Math.abs(it)), 0);
  const start = first.findIndex((it) => Math.abs(it) >= loudest / 3);
  const part = (fromMs: number, toMs: number) =>
    samples.slice(start + samplesOf(fromMs), start + samplesOf(toMs));
  if (loudest < 0.1 || samples.length < samplesOf(endMs)) return undefined;
  return { tick: part(tickMs, stopMs), stop: part(stopMs, winMs), win: part(winMs, endMs) };
}
