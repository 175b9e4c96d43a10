/** From its sheet. */
export async function unusedPacks(origin: string, from = 0): Promise<string[]> {
  const sheet = await (await fetch(`${origin}/demo/packs?from=${from}`)).text();
  return [...sheet.matchAll(/[?&;]id=(\w+)">/g)].flatMap(([, code]) => code ?? []);
}

let handedOut = 0;

/** Another one at each call. @returns undefined where packs have no codes */
export async function nextPack(origin: string): Promise<string | undefined> {
  const [pack] = await unusedPacks(origin, handedOut);
  handedOut += 1;
  return pack;
}
