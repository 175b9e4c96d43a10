// A worker does not notice when vitest is killed or interrupted: it would go on with its test, and
// its browser would remain. Playwright kills the browser when the process exits.
if (process.listenerCount('disconnect') === 0) process.once('disconnect', () => process.exit(1));
