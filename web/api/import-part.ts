// Parts of the app in files of their own. They may be gone: a page can be open longer than its
// build is deployed. Session and fields are in the tab's storage, and survive loading it again.
import { onlineOrTimeout } from './online-or-timeout.ts';
import { reloadOnce } from './reload-once.ts';

type Load<Part> = () => Promise<Part>;

/** For what is shown next: waits for the network as long as it takes. */
export async function importPart<Part>(load: Load<Part>): Promise<Part> {
  for (;;) {
    try {
      return await importOrReload(load);
    } catch (error) {
      if (await isReachable()) throw error;
      await onlineOrTimeout(pauseMs);
    }
  }
}

/** @throws if there is no network, or loading the page again did not help */
export async function importOrReload<Part>(load: Load<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (!(await isReachable())) throw error;
    // An engine may have noted the failure for good.
    return load().catch((again: unknown) => {
      if (reloadOnce()) return new Promise(() => undefined);
      throw again;
    });
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
