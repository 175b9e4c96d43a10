// Part of the terms of a commitment: they never change.

export const drawAddresses = {
  /** The document whose SHA-256 is the commitment, byte for byte. */
  commitment: '/draw/commitment.json',
  head: '/draw/head.json',
  /** The ledger's lines that change what was committed to; often none. */
  amendments: '/draw/amendments.jsonl',
  /** After the reveal. */
  ledger: '/draw/ledger.jsonl',
  /** Hex; after the reveal. */
  secret: '/draw/secret.txt',
} as const;

export const fairDrawAddress = '/draw/';
