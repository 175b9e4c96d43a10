import { drawAddresses } from './addresses.ts';
import { UsageError } from '../../operator/command-context.ts';

const timeoutMs = 10_000;

/**
 * Fetches the commitment, its amendments and the head of the ledger from the public site.
 * @throws UsageError if the site does not return them
 */
export async function fetchPublished(
  origin: string,
): Promise<{ commitment: string; amendments: string; head: string }> {
  const [commitment, amendments, head] = await Promise.all([
    fetchText(origin, drawAddresses.commitment),
    fetchText(origin, drawAddresses.amendments),
    fetchText(origin, drawAddresses.head),
  ]);
  return { commitment, amendments, head };
}

async function fetchText(origin: string, address: string): Promise<string> {
  let why = 'it is not the address of a site';
  try {
    const url = new URL(address, origin);
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    if (response.ok) return await response.text();
    why = `it answered ${response.status}`;
  } catch (error) {
    if (URL.canParse(address, origin)) why = error instanceof Error ? error.name : 'no answer';
  }
  throw new UsageError(`${address} could not be read from the site of --site: ${why}.`);
}
