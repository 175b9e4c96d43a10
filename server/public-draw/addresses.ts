// The fixed addresses where the draw is published: named in the commitment's terms, so they never change. Holds no route.

export const drawAddresses = {
  /** The document whose SHA-256 is the commitment, byte for byte. */
  commitment: '/draw/commitment.json',
  /** Number and hash of the newest entry of the ledger. */
  head: '/draw/head.json',
  /** The whole ledger, one line an entry; after the reveal. */
  ledger: '/draw/ledger.jsonl',
  /** The secret of the draw in hex; after the reveal. */
  secret: '/draw/secret.txt',
} as const;

/** The page that tells shoppers of it. In another language: with the tag after `?language=`. */
export const fairDrawAddress = '/draw/';
