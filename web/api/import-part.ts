// Loads parts of the app that are in separate files. The files may be gone if the page has been
// open longer than its build was deployed; then the page is loaded again. Session and fields
// survive that, because they are in the tab's storage.
import { onlineOrTimeout } from './online-or-timeout.ts';
import { reloadOnce } from './reload-once.ts';

type Load<Part> = () => Promise<Part>;

/** For what is shown next: waits for the network as long as necessary. */
export async function importPart<Part>(load: Load<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch {
      // Checked only once, because the network may come back during the wait.
      if (await isReachable()) return importAgain(load);
      await onlineOrTimeout(pauseMs);
    }
  }
}

/** @throws if there is no network, or loading the page again did not help */
export async function importOrReload<Part>(load: Load<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (await isReachable()) return importAgain(load);
    throw error;
  }
}

/** Some engines remember a failed import for good; then only loading the page again helps. */
async function importAgain<Part>(load: Load<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (reloadOnce()) return new Promise(() => undefined);
    throw error;
  }
}

async function isReachable(): Promise<boolean> {
  try {
    const { ok } = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' });
    return ok;
  } catch {
    return false;
  }
}

const pauseMs = 3000;
