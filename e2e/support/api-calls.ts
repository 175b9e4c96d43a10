// The API calls of a page: recorded, held, or answered in the server's place.
import { unwrapResponse, wrapResponse } from '@inaam/contract/envelope.ts';
import { calls, type CallName } from '@inaam/contract/calls.ts';
import type { Page, Request, Route } from 'playwright-core';
import * as z from 'zod';
import { answerTransport } from './answer-transport.ts';
import { delay } from './delay-proxy.ts';

const isCall = (name: CallName, url: URL) => {
  const { path, kind } = calls[name];
  const address = `/api/${path}`;
  return kind === 'open' ? url.pathname === address : url.pathname.startsWith(`${address}/`);
};

/** What `page.route` matches a call by. */
export const callTo = (name: CallName) => (url: URL) => isCall(name, url);

/** The requests of a call from now on, in their order. */
export function recordRequests(page: Page, name: CallName): Request[] {
  const seen: Request[] = [];
  page.on('request', (request) => {
    if (isCall(name, new URL(request.url()))) seen.push(request);
  });
  return seen;
}

/** The fields in the signed body of a call. */
export function fieldsOf(request: Request | undefined): Record<string, unknown> {
  const data = new URLSearchParams(request?.postData() ?? '').get('data') ?? '';
  const [, payload = ''] = data.split('.');
  const text = Buffer.from(payload, 'base64').toString('utf8');
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
}

/** The JSON body of `POST /api/users`. */
export function bodyOf(request: Request | undefined): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(request?.postData() ?? 'null'));
}

export type FakeResponse = { statusCode: number } & Record<string, unknown>;

/** Sends an answer in the envelope that the product's own have in this run. */
export const reply = (route: Route, resp: FakeResponse) =>
  route.fulfill({ status: resp.statusCode, json: wrapResponse(resp, answerTransport().encoding) });

/**
 * Handles a call the first so many times, then lets it pass. Counted here: a request that sets out just as
 * Playwright's own `times` runs out is sometimes never answered.
 */
async function meet(
  page: Page,
  name: CallName,
  times: number,
  act: (route: Route) => Promise<void>,
) {
  let left = times;
  await page.route(callTo(name), (route) => {
    if (left === 0) return route.fallback();
    left -= 1;
    return act(route);
  });
}

/** Answers a call in the server's place, each time or the first so many times. */
export const respond = (
  page: Page,
  name: CallName,
  resp: FakeResponse,
  times = Number.POSITIVE_INFINITY,
) =>
  meet(page, name, times, async (route) => {
    const { delayMs } = answerTransport();
    if (delayMs > 0) await delay(delayMs);
    await reply(route, resp);
  });

/** Lets the server answer a call and changes what it says. */
export async function changeResponse(
  page: Page,
  name: CallName,
  to: (resp: Record<string, unknown>) => FakeResponse,
) {
  await page.route(callTo(name), async (route) => {
    const response = await route.fetch();
    await reply(route, to(unwrapResponse(await response.text()) ?? {}));
  });
}

/** No answer of the network to a call, each time or the first so many times. */
export const abortCalls = (page: Page, name: CallName, times = Number.POSITIVE_INFINITY) =>
  meet(page, name, times, (route) => route.abort());

/** Holds each request of a call back until `let go` is called. @returns lets them go, from then on for good. */
export async function holdCalls(page: Page, name: CallName): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(callTo(name), async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
