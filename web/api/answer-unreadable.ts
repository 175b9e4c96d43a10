// Not one of our answers, such as a proxy's page. Never ends the session, not even with a 401:
// our own server's 401 always has the envelope.
export class AnswerUnreadable extends Error {
  override readonly name = 'AnswerUnreadable';
  /** `otherShape`: a success that lacks fields of this call. */
  readonly reason: 'noEnvelope' | 'otherShape';

  constructor(reason: 'noEnvelope' | 'otherShape') {
    super('500'); // Spec 8
    this.reason = reason;
  }
}
