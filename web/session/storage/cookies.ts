export type CookieJar = { cookie: string };

export function readCookie(jar: CookieJar, name: string): string | undefined {
  const start = `${name}=`;
  const pair = jar.cookie.split('; ').find((part) => part.startsWith(start));
  return pair === undefined ? undefined : decoded(pair.slice(start.length));
}

export function writeCookie(
  jar: CookieJar,
  {
    name,
    value,
    until,
    isSecure,
  }: { name: string; value: string; until: number; isSecure: boolean },
): void {
  const parts = [
    `${name}=${encodeURIComponent(value)}`,
    'Path=/',
    'SameSite=Lax',
    `Expires=${new Date(until).toUTCString()}`,
  ];
  if (isSecure) parts.push('Secure');
  jar.cookie = parts.join('; ');
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value) || undefined;
  } catch {
    return undefined;
  }
}
