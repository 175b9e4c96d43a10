/**
 * An error that an operator can act on: its message says what is wrong and what to do. Programs
 * print the message alone. Each subclass has a fixed `name`.
 */
export class InaamError extends Error {
  override name = 'InaamError';
}
