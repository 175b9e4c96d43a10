// Records a page's API calls, holds them back, or responds in place of the server.
import { unwrapResponse, wrapResponse } from '@inaam/contract/envelope.ts';
import { calls, type CallName } from '@inaam/contract/calls.ts';
import type { Page, Request, Route } from 'playwright-core';
import * as z from 'zod';

const isCall = (name: CallName, url: URL) => {
  const { path, kind } = calls[name];
  const address = `/api/${path}`;
  return kind === 'open' ? url.pathname === address : url.pathname.startsWith(`${address}/`);
};

export const callTo = (name: CallName) => (url: URL) => isCall(name, url);

export function recordRequests(page: Page, name: CallName): Request[] {
  const seen: Request[] = [];
  page.on('request', (request) => {
    if (isCall(name, new URL(request.url()))) seen.push(request);
  });
  return seen;
}

export function fieldsOf(request: Request | undefined): Record<string, unknown> {
  const data = new URLSearchParams(request?.postData() ?? '').get('data') ?? '';
  const [, payload = ''] = data.split('.');
  const text = Buffer.from(payload, 'base64').toString('utf8');
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
}

export function bodyOf(request: Request | undefined): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(request?.postData() ?? 'null'));
}

export type FakeResponse = { statusCode: number } & Record<string, unknown>;

export const reply = (route: Route, resp: FakeResponse) =>
  route.fulfill({ status: resp.statusCode, json: wrapResponse(resp, 'object') });

/**
 * Handles the first requests of a call, then lets it through. Counted here, because a request sent
 * just as Playwright's `times` runs out may never get a response.
 */
export async function handleFirst(
  page: Page,
  name: CallName,
  times: number,
  act: (route: Route) => Promise<unknown>,
) {
  let left = times;
  await page.route(callTo(name), (route) => {
    if (left === 0) return route.fallback();
    left -= 1;
    return act(route);
  });
}

export const respond = (
  page: Page,
  name: CallName,
  resp: FakeResponse,
  times = Number.POSITIVE_INFINITY,
) => handleFirst(page, name, times, (route) => reply(route, resp));

export const respondBusy = (
  page: Page,
  name: CallName,
  { times = Number.POSITIVE_INFINITY, retryAfterSeconds = 1 } = {},
) =>
  handleFirst(page, name, times, (route) =>
    route.fulfill({
      status: 503,
      headers: { 'Retry-After': String(retryAfterSeconds) },
      json: wrapResponse({ statusCode: 503, message: busyMessage }, 'object'),
    }),
  );

const busyMessage = 'It’s very busy right now. Please try again in a moment.';

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

/** Drops the network, for every request or for the first ones. */
export const abortCalls = (page: Page, name: CallName, times = Number.POSITIVE_INFINITY) =>
  handleFirst(page, name, times, (route) => route.abort());

/** Holds back each request of a call. @returns a function that releases them and all later ones */
export async function holdCalls(page: Page, name: CallName): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(callTo(name), async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
