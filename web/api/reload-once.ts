const storageKey = 'inaam-reloaded';
const pauseMs = 60_000;

/**
 * Loads the page again, at most once a minute in this tab: what it asked for may be in the build
 * that has replaced its own.
 * @returns false if it is too early, or if the tab cannot note that it does
 */
export function reloadOnce(): boolean {
  try {
    const sinceMs = Math.abs(Date.now() - Number(sessionStorage.getItem(storageKey)));
    if (sinceMs < pauseMs) return false;
    sessionStorage.setItem(storageKey, String(Date.now()));
  } catch {
    return false;
  }
  location.reload();
  return true;
}
