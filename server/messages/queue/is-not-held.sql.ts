/**
 * SQL: the voucher of the row `message` is not held for the review; `$1` is the campaign. Asked for
 * each row until enough are found: `not exists` could be planned as a join that reads all holds.
 */
export const isNotHeld = `(
  select hold.state from inaam.review_hold as hold
  where hold.campaign = $1 and hold.pseudonym = message.pseudonym limit 1) is distinct from 'held'`;
