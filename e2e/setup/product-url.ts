// Where the product under test is, as its setup provides it. Starts nothing.
import { inject } from 'vitest';

/** Origin of the running demonstration, without a slash at its end. */
export type ProductUrl = string;

declare module 'vitest' {
  // Merged into vitest's own interface, so it must be one.
  export interface ProvidedContext {
    productUrl: ProductUrl;
  }
}

export const productUrl = (): ProductUrl => inject('productUrl');
