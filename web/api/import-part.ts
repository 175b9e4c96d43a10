// Parts of the app in files of their own. They may be gone: a page can be open longer than its
// build is deployed. Session and fields are in the tab's storage, and survive loading it again.
import { onlineOrTimeout } from './online-or-timeout.ts';
import { reloadOnce } from './reload-once.ts';

type Load<Part> = () => Promise<Part>;

/** For what is shown next: waits for the network as long as it takes. */
export async function importPart<Part>(load: Load<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch {
      // Asked once: the network may come back while this waits.
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

/** An engine may have noted the failure for good: then only loading the page again helps. */
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
