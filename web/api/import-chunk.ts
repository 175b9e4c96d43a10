// A chunk may be gone if the page has been open since before the last deployment. Then the page is
// reloaded; session and fields survive that.
import { onlineOrTimeout, reloadOnce } from './reload-once.ts';

type Load<Chunk> = () => Promise<Chunk>;

export async function importChunk<Chunk>(load: Load<Chunk>): Promise<Chunk> {
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

export async function importOrReload<Chunk>(load: Load<Chunk>): Promise<Chunk> {
  try {
    return await load();
  } catch (error) {
    if (await isReachable()) return importAgain(load);
    throw error;
  }
}

/** Some engines remember a failed import permanently; then only loading the page again helps. */
async function importAgain<Chunk>(load: Load<Chunk>): Promise<Chunk> {
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
