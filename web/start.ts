// The page's own small script, which stands in the page itself: fetches the app when HOME is painted, so that the two
// don't share a slow network, and again when it did not come. Shows nothing and knows nothing of the app.

/** A page that nobody looks at is never painted; the app is to be there all the same. */
const unseenMs = 1000;
/** Before it is fetched again, unless the network comes back sooner; doubled each time, up to the longest. */
const firstWaitMs = 3000;
const longestWaitMs = 60_000;

const scripts = (document.querySelector('#app-scripts')?.textContent ?? '').split(' ');
const [entry = ''] = scripts;

await painted();
for (let ms = firstWaitMs; !(await haveCome()); ms = Math.min(ms * 2, longestWaitMs)) {
  // Drawn by lot: the phones of a server that is overloaded must not come back all at once.
  await aWhile(ms * (0.5 + Math.random() / 2));
}
// From the browser's cache. It is not imported before it is all there: an import that failed once fails for good.
document.head.append(
  Object.assign(document.createElement('script'), { type: 'module', src: entry }),
);

/** The first frame is done when the second begins. Where the server has painted nothing there is none to wait for. */
function painted(): Promise<unknown> {
  return new Promise((resolve) => {
    if (!document.querySelector('#first-paint')?.firstElementChild) resolve(undefined);
    requestAnimationFrame(() => requestAnimationFrame(resolve));
    setTimeout(resolve, unseenMs);
  });
}

/** All side by side, what the entry imports first: it is the larger part. */
async function haveCome(): Promise<boolean> {
  try {
    const answers = await Promise.all(scripts.toReversed().map((address) => fetch(address)));
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    return answers.every(({ ok }) => ok);
  } catch {
    return false;
  }
}

function aWhile(ms: number): Promise<unknown> {
  return new Promise((resolve) => {
    addEventListener('online', resolve, { once: true });
    setTimeout(resolve, ms);
  });
}
