import os from 'node:os';

/** Empty for a user without a name, as in a container: Node throws for it. */
export function ownName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return '';
  }
}
