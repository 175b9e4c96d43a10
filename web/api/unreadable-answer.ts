// The answer is not one of ours, for example a proxy's page. It never ends the session, not even
// with a 401, because our server's own 401 always has the envelope.
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
  /** `otherShape`: a success that lacks fields which this call needs. */
  readonly reason: 'noEnvelope' | 'otherShape';

  constructor(reason: 'noEnvelope' | 'otherShape') {
    super('500'); // Spec 8
    this.reason = reason;
  }
}
