// Takes from the site what it publishes of the draw, as anybody can. Sends nothing but the question.
import { drawAddresses } from '../public-draw/addresses.ts';
import { UsageError } from './command-context.ts';

const patienceMs = 10_000;

/** @throws WrongUse where the site does not answer with it */
export async function fetchPublished(
  origin: string,
): Promise<{ commitment: string; head: string }> {
  const [commitment, head] = await Promise.all([
    asked(origin, drawAddresses.commitment),
    asked(origin, drawAddresses.head),
  ]);
  return { commitment, head };
}

async function asked(origin: string, address: string): Promise<string> {
  let why = 'it is no address of a site';
  try {
    const url = new URL(address, origin);
    const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs) });
    if (answer.ok) return await answer.text();
    why = `it answered ${answer.status}`;
  } catch (error) {
    if (URL.canParse(address, origin)) why = error instanceof Error ? error.name : 'no answer';
  }
  throw new UsageError(`${address} could not be read from the site of --site: ${why}.`);
}
