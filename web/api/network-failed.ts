// No answer came: the network, or the time for it, ran out. Says nothing about whether the server did the work.
export class NetworkFailed extends Error {
  override readonly name = 'NetworkFailed';

  constructor(cause: unknown) {
    // The spec's name for it (Spec 8): the text is matched, never shown.
    super('Failed to fetch', { cause });
  }
}
