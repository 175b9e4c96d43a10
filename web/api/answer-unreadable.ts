// Not one of our answers, such as a proxy's page. Never ends the session, not even with a 401:
// our own server's 401 always has the envelope.
export class AnswerUnreadable extends Error {
  override readonly name = 'AnswerUnreadable';
  /**
   * - `noEnvelope`: not `{"resp": …}`
   * - `otherShape`: a success without the fields of this call
   */
  readonly reason: 'noEnvelope' | 'otherShape';

  constructor(reason: 'noEnvelope' | 'otherShape') {
    // The text of Spec 8.
    super('500');
    this.reason = reason;
  }
}
