// Inlined by the build. Fetches the app after the first paint, so that the two do not compete for a
// slow network.

/** A page in a background tab is never painted, but needs the app all the same. */
const paintTimeoutMs = 1000;
const firstRetryMs = 2000;
const retryMaxMs = 30_000;

const scripts = (document.querySelector('#app-scripts')?.textContent ?? '').split(' ');
const [entry = ''] = scripts;

await firstFrame();
for (let ms = firstRetryMs; !(await fetchScripts()); ms = Math.min(ms * 2, retryMaxMs)) {
  // As the API client does after a 503: never before Retry-After (2 s), and not all at once.
  await onlineOrTimeout(ms * (1 + Math.random()));
}
// Only now, from the browser's cache: a module import that failed once can never be repeated.
await import(entry);

function firstFrame(): Promise<unknown> {
  return new Promise((resolve) => {
    if (!document.querySelector('#first-paint')?.firstElementChild) resolve(undefined);
    requestAnimationFrame(() => requestAnimationFrame(resolve));
    setTimeout(resolve, paintTimeoutMs);
  });
}

/** Starts with the entry's imports: they are the larger part. */
async function fetchScripts(): Promise<boolean> {
  try {
    const responses = await Promise.all(scripts.toReversed().map((address) => fetch(address)));
    await Promise.all(responses.map((response) => response.arrayBuffer()));
    return responses.every(({ ok }) => ok);
  } catch {
    return false;
  }
}

function onlineOrTimeout(ms: number): Promise<unknown> {
  return new Promise((resolve) => {
    addEventListener('online', resolve, { once: true });
    setTimeout(resolve, ms);
  });
}
