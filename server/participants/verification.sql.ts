export type Verification = {
  userKey: string;
  mobileIndex: Buffer;
  /** The code that was compared. A code that has replaced it since is not consumed. */
  codeHash: Buffer;
  t: number;
  /** This very try was counted before. */
  isRepeat: boolean;
  now: number;
  /** These apply to a mobile's first verification only. `today`: Indian day, campaign clock. */
  state: string;
  today: string;
  admissionPool: string;
  pseudonym: Buffer;
  /** A returning participant keeps the earlier pseudonym. */
  sealFor: (pseudonym: Uint8Array) => { mobileSealed: Buffer; nameSealed: Buffer };
  token: { hash: Buffer; expiresAt: number };
  /** A keyed hash of the network from which the call came, 16 bytes. */
  network?: Buffer | undefined;
};
