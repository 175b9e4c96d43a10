// Where the product of this run is.
import { inject } from 'vitest';

declare module 'vitest' {
  // Merged into vitest's own interface, so it must be one.
  export interface ProvidedContext {
    productUrl: string;
  }
}

let configured: string | undefined;

export const productUrl = (): string => configured ?? inject('productUrl');

/** For a program that uses the paths without vitest; call it once. */
export function setProductUrl(url: string): void {
  configured = url;
}
