// A call was asked for without user key or data key: it never left this device (Spec 6). Not an expired session:
// nothing is cleared.
export class SessionMissing extends Error {
  override readonly name = 'SessionMissing';
  readonly statusCode = 401;
}
