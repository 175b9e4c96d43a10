// An answer came that is not one of ours: a proxy's page, a cut-off text, a 500 without an envelope. Not a
// refusal: there is no sentence in it that a participant could be shown.
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
