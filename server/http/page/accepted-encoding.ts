export type Encoding = 'br' | 'gzip';

const quality = /^(?:[^;]*;)*\s*q=(\d(?:\.\d{0,3})?)\s*$/i;

/**
 * The first of `offered` that the client accepts (RFC 9110, 12.5.3). `q=0` refuses an encoding, and
 * `*` means all that are not named.
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
