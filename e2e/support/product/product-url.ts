// Where the product of this run is, and which campaign it has.
import { inject } from 'vitest';

declare module 'vitest' {
  // Merged into vitest's own interface, so it must be one.
  export interface ProvidedContext {
    productUrl: string;
  }
}

let configured: { url: string; campaign: string } | undefined;

export const productUrl = (): string => configured?.url ?? inject('productUrl');
export const productCampaign = (): string => configured?.campaign ?? 'biscuit-2025';

/** For a program that uses the paths without vitest; call it once. */
export function setProduct(url: string, campaign: string): void {
  configured = { url, campaign };
}
