// The server may have acted all the same.
export class NetworkFailed extends Error {
  override readonly name = 'NetworkFailed';

  constructor(cause: unknown) {
    super('Failed to fetch', { cause }); // Spec 8
  }
}
