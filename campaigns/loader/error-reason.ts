export function errorReason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause ? String(cause.code) : cause.message.replaceAll('\n', ' ');
}
