// An answer came that is not one of ours: a proxy's page, a cut-off text, a 500 without an envelope. Not a
// refusal, whatever its HTTP status: only the statusCode in our envelope says no. So a 401 of somebody in between ends
// no session: our server's own always has the envelope, and the token would be thrown away while it is good.
export class AnswerUnreadable extends Error {
  override readonly name = 'AnswerUnreadable';
  /**
   * - `noEnvelope`: not `{"resp": …}` at all, or a server fault.
   * - `otherShape`: a success whose fields are not the ones of this call.
   */
  readonly reason: 'noEnvelope' | 'otherShape';

  constructor(reason: 'noEnvelope' | 'otherShape') {
    // What Spec 8 rejects such an answer with.
    super('500');
    this.reason = reason;
  }
}
