/** Programs print only its message, which contains the reason and the remedy. */
export class InaamError extends Error {
  override name = 'InaamError';
}
