// The call was not sent, and the session is not cleared (Spec 6).
export class SessionMissing extends Error {
  override readonly name = 'SessionMissing';
  readonly statusCode = 401;
}
