import { attempt } from '../../optional.ts';

export type CookieJar = { cookie: string };

export function readCookie(jar: CookieJar, name: string): string | undefined {
  const start = `${name}=`;
  const pairs = attempt(() => jar.cookie.split('; '), []);
  const pair = pairs.find((part) => part.startsWith(start));
  return attempt(() => decodeURIComponent(pair?.slice(start.length) ?? ''), '') || undefined;
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
  attempt(() => (jar.cookie = parts.join('; ')), '');
}
