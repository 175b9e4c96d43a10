// Inlined by the build. Loads the app after the first paint, so that the two do not compete for a
// slow network.
import { readTypedBefore } from '../features/registration/typed-before.ts';
import { setAppState } from './hand-over.ts';
import { onlineOrTimeout, reloadOnce } from '../api/reload-once.ts';
import { draftKey } from '../session/storage/safe-storage.ts';
import { attempt } from '../optional.ts';
import { polyfilled } from '../older-engines/polyfilled.ts';

/** A background tab is never painted, but still needs the app. */
const paintTimeoutMs = 1000;
const firstRetryMs = 2000;
const retryMaxMs = 30_000;

const list = document.querySelector<HTMLElement>('#app-scripts');
const scripts = (list?.textContent ?? '').split(' ');
const { polyfills = '', field = '' } = list?.dataset ?? {};
const campaign: unknown = JSON.parse(document.querySelector('#campaign')?.textContent ?? '{}');
// The form is not complete without it.
if (Object(campaign).hasField === true) scripts.push(field);
const [entry = '', ...imports] = scripts;
const isComplete = polyfilled.every(({ owner, name }) => name in owner);

setAppState('fetching');
start().catch((error: unknown) => {
  // A script that could not be loaded after all says nothing about the browser.
  if (!(error instanceof TypeError && reloadWithTyped())) setAppState('refused');
  throw error;
});

async function start(): Promise<void> {
  await firstFrame();
  const addresses = isComplete ? scripts : [...scripts, polyfills];
  for (let ms = firstRetryMs; !(await fetchAll(addresses)); ms = Math.min(ms * 2, retryMaxMs)) {
    // Like the API client after a 503: waits at least Retry-After (2 s), with jitter.
    await onlineOrTimeout(ms * (1 + Math.random()));
  }
  // Imported last, from the browser's cache, because a failed module import can never be retried.
  if (!isComplete) await import(/* @vite-ignore */ polyfills);
  // One after another, the entry's imports first, so that each is a task of its own: evaluated
  // together they would block a slow phone.
  for (const script of [...imports, entry]) await import(/* @vite-ignore */ script);
}

function firstFrame(): Promise<unknown> {
  return new Promise((resolve) => {
    if (!document.querySelector('#first-paint')?.firstElementChild) resolve(undefined);
    // A frame may be painted long after it has begun. If the engine reports the paint, wait for
    // that.
    const isObserved = attempt(() => {
      if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return false;
      new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
      return true;
    }, false);
    if (!isObserved) requestAnimationFrame(() => requestAnimationFrame(resolve));
    setTimeout(resolve, paintTimeoutMs);
  });
}

/** Starts with the entry's imports, which are most of the bytes. */
async function fetchAll(addresses: readonly string[]): Promise<boolean> {
  try {
    const responses = await Promise.all(
      addresses.map((_, index) => fetch(addresses[addresses.length - 1 - index] ?? '')),
    );
    await Promise.all(responses.map((response) => response.arrayBuffer()));
    // Files of a build that was replaced after the page was loaded.
    if (responses.some(({ status }) => status === 404)) reloadWithTyped();
    const isWhole = responses.every(({ ok }) => ok);
    if (!isWhole) setAppState('busy');
    return isWhole;
  } catch {
    return false;
  }
}

/** @returns whether the page is reloaded */
function reloadWithTyped(): boolean {
  const typed = readTypedBefore();
  try {
    if (Object.keys(typed).length > 0)
      sessionStorage.setItem(draftKey('registration'), JSON.stringify(typed));
  } catch {
    // Without storage, typed text is lost.
  }
  return reloadOnce();
}
