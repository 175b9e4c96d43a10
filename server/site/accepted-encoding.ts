export type Encoding = 'br' | 'gzip';

const quality = /^(?:[^;]*;)*\s*q=(\d(?:\.\d{0,3})?)\s*$/i;

/**
 * The first of `offered` that the client takes (RFC 9110, 12.5.3): one with `q=0` it refuses, and
 * `*` stands for those that it does not name.
 */
export function acceptedEncoding(
  header: string | undefined,
  offered: readonly Encoding[],
): Encoding | undefined {
  const takes = new Map(
    (header ?? '').split(',').map((part): [string, boolean] => {
      const [name = ''] = part.split(';');
      return [name.trim().toLowerCase(), Number(quality.exec(part)?.[1] ?? 1) > 0];
    }),
  );
  return offered.find((name) => takes.get(name) ?? takes.get('*') ?? false);
}
