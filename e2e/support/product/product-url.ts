// Where the product of this run is, and which campaign it has.
import { inject } from 'vitest';

declare module 'vitest' {
  // Merged into vitest's own interface, so it must be one.
  export interface ProvidedContext {
    productUrl: string;
    /** Of the product; goes with it. */
    dataFolder: string;
  }
}

let configured: { url: string; campaign: string } | undefined;

export const productUrl = (): string => configured?.url ?? inject('productUrl');
export const productCampaign = (): string => configured?.campaign ?? 'biscuit-2025';

/** For a program that uses the paths without vitest; call it once. */
export function setProduct(url: string, campaign: string): void {
  configured = { url, campaign };
}

/** Codes of packs, ten at most, from the sheet of the demonstration. */
export async function unusedPacks(origin: string, from = 0): Promise<string[]> {
  const sheet = await (await fetch(`${origin}/demo/packs?from=${from}`)).text();
  return [...sheet.matchAll(/[?&;]id=(\w+)">/g)].flatMap(([, code]) => code ?? []);
}

let handedOut = 0;

/** Another one at each call. @returns undefined where packs have no codes */
export async function nextPack(origin: string): Promise<string | undefined> {
  const [pack] = await unusedPacks(origin, handedOut);
  handedOut += 1;
  return pack;
}
