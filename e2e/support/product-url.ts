import { inject } from 'vitest';

export type ProductUrl = string;

declare module 'vitest' {
  // Merged into vitest's own interface, so it must be one.
  export interface ProvidedContext {
    productUrl: ProductUrl;
  }
}

let said: ProductUrl | undefined;

export const productUrl = (): ProductUrl => said ?? inject('productUrl');

/** For a program that uses the paths without vitest; call it once. */
export function setProductUrl(url: ProductUrl): void {
  said = url;
}
