// A worker does not notice that Vitest was killed or interrupted: it would continue, and its
// browser would stay open. Playwright kills the browser when the process exits.
if (process.listenerCount('disconnect') === 0) process.once('disconnect', () => process.exit(1));
