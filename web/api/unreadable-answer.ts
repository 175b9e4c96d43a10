// Of a proxy, perhaps: it never ends the session, because our own 401 always has the envelope.
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
  readonly reason: 'noEnvelope' | 'otherShape';

  constructor(reason: 'noEnvelope' | 'otherShape') {
    super('500'); // Spec 8
    this.reason = reason;
  }
}
