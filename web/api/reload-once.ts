const storageKey = 'inaam-reloaded';
const pauseMs = 60_000;

/**
 * @param prepare runs before
 * @returns false within a minute of the last reload, or if the tab cannot store its time
 */
export function reloadOnce(prepare?: () => void): boolean {
  try {
    const sinceMs = Math.abs(Date.now() - Number(sessionStorage.getItem(storageKey)));
    if (sinceMs < pauseMs) return false;
    sessionStorage.setItem(storageKey, String(Date.now()));
  } catch {
    return false;
  }
  prepare?.();
  location.reload();
  return true;
}

export function onlineOrTimeout(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
  });
}
