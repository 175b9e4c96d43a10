import { inject } from 'vitest';

export type ProductUrl = string;

declare module 'vitest' {
  // Merged into vitest's own interface, so it must be one.
  export interface ProvidedContext {
    productUrl: ProductUrl;
  }
}

let configured: ProductUrl | undefined;

export const productUrl = (): ProductUrl => configured ?? inject('productUrl');

/** For a program that uses the paths without vitest; call it once. */
export function setProductUrl(url: ProductUrl): void {
  configured = url;
}
