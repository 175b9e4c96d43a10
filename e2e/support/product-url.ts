import { inject } from 'vitest';

/** Origin of the running demonstration, without a slash at its end. */
export type ProductUrl = string;

declare module 'vitest' {
  // Merged into vitest's own interface, so it must be one.
  export interface ProvidedContext {
    productUrl: ProductUrl;
  }
}

let said: ProductUrl | undefined;

export const productUrl = (): ProductUrl => said ?? inject('productUrl');

/** For a program that goes the roads without vitest: says once where they lead. */
export function setProductUrl(url: ProductUrl): void {
  said = url;
}
