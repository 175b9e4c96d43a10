/**
 * For a command, whose answer is its output: ends the process if stdout cannot be written. Who has
 * read enough, as `head`, ends it without an error.
 */
export function endWithoutOutput() {
  process.stdout.on('error', ({ code, name }) => {
    if (code === 'EPIPE') process.exit(0);
    process.stderr.write(`The answer could not be written (${code ?? name}).\n`);
    process.exit(1);
  });
}
