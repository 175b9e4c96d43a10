import os from 'node:os';

/** Empty for a user without a name, as in some containers, for whom Node throws. */
export function systemUserName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return '';
  }
}
