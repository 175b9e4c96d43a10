/**
 * Ends a command that has done its work although something is still open, and says what: nobody
 * looks at a night's run that never ends. The exit code stays.
 */
export function endThoughOpen(limitMs = 10_000): void {
  setTimeout(end, limitMs).unref();
}

function end(): void {
  const open = process.getActiveResourcesInfo().join(', ');
  process.stderr.write(`All is done, and this is still open: ${open}.\n`);
  process.exit();
}
