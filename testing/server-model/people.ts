// What the model knows of each device and number.
export type Answer = {
  status: number;
  messageId?: string | undefined;
  /** Further fields that the answer must contain. */
  holds?: Record<string, unknown>;
  retryAfterSeconds?: number;
};
/** `tried`: time and code of each counted try. */
type Code = { expiresAt: number; usedAt: number | undefined; tried: string[] };
export type Registration = {
  mobile: string;
  requestedT: number;
  state: string;
  name: string;
  code?: Code;
  isProven?: boolean;
};
export type Token = {
  mobile: string;
  /** Index of the device that received it. */
  device: number;
  expiresAt: number;
  isRevoked: boolean;
  /** As sent on the wire. */
  text: string;
};
export type Person = {
  state: string;
  name: string;
  edited?: string;
  editedT: number;
  reward?: number;
  rewardedAt?: number;
};
class Events {
  sends: number[] = [];
  tries: number[] = [];
}
export class Number_ extends Events {
  person: Person | undefined;
  tokens: Token[] = [];
}
export class Device extends Events {
  consent = { answer: 'NO', t: 0 };
  registrations: Registration[] = [];
  get newest(): Registration | undefined {
    return this.registrations.toSorted((a, b) => b.requestedT - a.requestedT)[0];
  }
}
