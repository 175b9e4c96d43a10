// Works a list off, a few at a time. Knows nothing of what the work is.

/** Runs `work` on each item, at most `most` at once; the results are in the order of the items. */
export async function inTurns<Item, Result>(
  most: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const turn = async () => {
    for (const [at, item] of waiting) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: most }, turn));
  return results;
}
