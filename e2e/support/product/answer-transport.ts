// How responses are encoded and delayed in this run: set by the project in `vitest.config.ts`, or
// by a program that runs outside vitest.
import type { AnswerEncoding } from '@inaam/contract/envelope.ts';
import { afterAll, inject } from 'vitest';
import { startDelayProxy, type DelayProxy } from './delay-proxy.ts';

export type AnswerTransport = {
  readonly encoding: AnswerEncoding;
  readonly delayMs: number;
};

declare module 'vitest' {
  // Merged into vitest's own interface, so it must be one.
  export interface ProvidedContext {
    answerTransport: AnswerTransport;
  }
}

let override: AnswerTransport | undefined;

export const answerTransport = (): AnswerTransport => override ?? inject('answerTransport');

/** For programs that run without vitest. */
export function setAnswerTransport(transport: AnswerTransport): void {
  override = transport;
}

/** For a test file with a separate server: maps the server's origin to the one its phones open. */
export function useDelayProxy(): (origin: string) => Promise<string> {
  const proxies: DelayProxy[] = [];
  afterAll(() => Promise.all(proxies.map((proxy) => proxy.close())));
  return async (origin) => {
    const proxy = await startDelayProxy(origin, answerTransport().delayMs);
    proxies.push(proxy);
    return proxy.origin;
  };
}

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
