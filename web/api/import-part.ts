// A chunk may be gone if the page has been open since before the last deployment. Then the page is
// reloaded; session and fields survive that.
import { onlineOrTimeout, reloadOnce } from './reload-once.ts';

type Load<Part> = () => Promise<Part>;

export async function importPart<Part>(load: Load<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch {
      // Checked once only, because the network may come back during the wait.
      if (await isReachable()) return importAgain(load);
      await onlineOrTimeout(pauseMs);
    }
  }
}

export async function importOrReload<Part>(load: Load<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (await isReachable()) return importAgain(load);
    throw error;
  }
}

/** Some engines never retry a failed import; then only reloading the page helps. */
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
