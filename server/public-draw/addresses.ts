// Part of the terms of a commitment: they never change.

export const drawAddresses = {
  /** The document whose SHA-256 is the commitment, byte for byte. */
  commitment: '/draw/commitment.json',
  /** Number and hash of the ledger's last entry. */
  head: '/draw/head.json',
  /** The whole ledger, one entry per line; after the reveal. */
  ledger: '/draw/ledger.jsonl',
  /** The secret of the draw in hex; after the reveal. */
  secret: '/draw/secret.txt',
} as const;

/** The page that explains the draw; `?language=<tag>` chooses a language. */
export const fairDrawAddress = '/draw/';
