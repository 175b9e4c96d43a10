// What a browser does at the provider: follows redirects and keeps the provider's cookies.

/**
 * Signs in as somebody.
 * @param address of the provider's authorization endpoint, as the console has given it
 * @returns the parameters with which the provider sends the browser back
 */
export async function walkToProvider(
  address: string,
  as: string,
  jar = new Map<string, string>(),
): Promise<string> {
  let next = new URL(address);
  for (let steps = 0; steps < 10; steps += 1) {
    const answer = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      const at = pair.indexOf('=');
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = answer.headers.get('location');
    if (location === null) {
      const text = await answer.text();
      if (!next.pathname.startsWith('/interaction/')) throw new Error(`No way on: ${text}`);
      next.searchParams.set('as', as);
      continue;
    }
    next = new URL(location, next);
    const { origin } = new URL(address);
    if (next.origin !== origin) return (next.hash || next.search).slice(1);
  }
  throw new Error('The provider redirects without end.');
}
