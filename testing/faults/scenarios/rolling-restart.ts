// Each program is replaced by another while visitors play, in the order of docs/run/upgrade.md.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { LoadBalancer } from '../../product/load-balancer.ts';
import type { Product } from '../../product/product.ts';
import type { History } from '../../visitors/history.ts';
import { behindBalancer } from '../run-scenario.ts';

const besideMs = 4000;

export const rollingRestart = () =>
  behindBalancer((balancer) => async (product, history, folder) => {
    await pause(besideMs);
    await replaceAll(product, history, balancer);
    return longestRetry(path.join(folder, 'history.jsonl'));
  });

async function replaceAll(product: Product, history: History, balancer: LoadBalancer) {
  await product.draw().stop();
  await product.startDraw();
  history.note('draw was replaced');
  const deliver = product.deliver();
  await product.startDeliver();
  await deliver.stop();
  history.note('deliver was replaced');
  const second = await product.startSecondServe();
  balancer.add(second.origin);
  await pause(besideMs);
  await product.serve().stop();
  const before = balancer.remove(product.origin);
  history.note('serve was replaced');
  await pause(besideMs);
  const after = balancer.remove(second.origin);
  balancer.add(second.origin);
  // The fresh visitor comes to the first address.
  await product.startServe();
  if (before === 0 || after === 0) throw new Error('A site got no calls.');
}

type Line = { at: number; kind: string; call?: string; mobile?: string };

/** From a call without a response until it has one, ms. */
function longestRetry(historyFile: string): number {
  const since = new Map<string, number>();
  let longestMs = 0;
  for (const text of readFileSync(historyFile, 'utf8').trim().split('\n')) {
    // Safe: this command wrote it.
    const { at, kind, call = '', mobile = '' }: Line = JSON.parse(text);
    const who = `${mobile} ${call}`;
    if (kind === 'unknown' && !since.has(who)) since.set(who, at);
    if (kind !== 'ok') continue;
    longestMs = Math.max(longestMs, at - (since.get(who) ?? at));
    since.delete(who);
  }
  return longestMs;
}
