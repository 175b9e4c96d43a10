// The call was not sent, and the session is not cleared (Spec 6).
export class SessionMissing extends Error {
  override readonly name = 'SessionMissing';
  readonly statusCode = 401;
}

/** Nor is a call that needs a token and has none: this visitor has not registered yet. */
export class NotRegistered extends Error {
  override readonly name = 'NotRegistered';
}
