const storageKey = 'inaam-reloaded';
const pauseMs = 60_000;

/**
 * Loads the page again, at most once a minute in this tab: the missing file may exist in the build
 * that has replaced the page's own.
 * @returns false if it is too early, or if the tab cannot store that it reloads
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
