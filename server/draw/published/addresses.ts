// These paths are part of a commitment's terms and never change.

export const drawAddresses = {
  /** The document whose SHA-256 is the commitment, byte for byte. */
  commitment: '/draw/commitment.json',
  head: '/draw/head.json',
  /** The ledger lines that amend the commitment; often empty. */
  amendments: '/draw/amendments.jsonl',
  /** Published after the reveal. */
  ledger: '/draw/ledger.jsonl',
  /** Hex; published after the reveal. */
  secret: '/draw/secret.txt',
} as const;

/** The auditors' program with its rules and guide; relative to `/draw/`. */
export const drawProgramNames = [
  'verifier.zip',
  'draw-format.md',
  'guide-for-auditors.md',
] as const;

export const fairDrawAddress = '/draw/';
