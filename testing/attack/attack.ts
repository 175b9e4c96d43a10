import type { TestServer } from '../server/app/test-server.ts';

/** `passLine`: what must hold; `figures`: what was measured. */
export type AttackResult = {
  passLine: string;
  figures: Record<string, number>;
  isHeld: boolean;
};

/**
 * Attacks a server whose clock the attack moves.
 * @param size how much is tried; each attack says of what
 */
export type Attack = (server: TestServer, size: number) => Promise<AttackResult>;
