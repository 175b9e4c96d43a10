/**
 * Why a file could not be read: the code of the system (`ENOENT`), or the error's message on one
 * line.
 */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause ? String(cause.code) : cause.message.replaceAll('\n', ' ');
}
