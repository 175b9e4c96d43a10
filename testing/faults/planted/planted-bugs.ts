// Bugs that the checker must find: patches of the product, each with the scenario that shows it.
export type PlantedBug = {
  /** Of the patch in this folder. */
  name: string;
  scenario: string;
  /** The checker must report one of them. */
  invariants: readonly string[];
};

export const plantedBugs: readonly PlantedBug[] = [
  { name: 'no-unique-constraint', scenario: 'contested', invariants: ['I1', 'I4'] },
  { name: 'compare-before-counting', scenario: 'contested', invariants: ['I7'] },
  { name: 'answer-before-commit', scenario: 'kill-serve', invariants: ['I2'] },
  { name: 'send-before-commit', scenario: 'kill-deliver', invariants: ['I4', 'I6'] },
  { name: 'lost-canonical-number', scenario: 'contested', invariants: ['I1', 'I4'] },
  { name: 'forgotten-lock', scenario: 'contested', invariants: ['I1', 'I3', 'I11'] },
  { name: 'clock-of-the-phone', scenario: 'contested', invariants: ['I7'] },
  { name: 'another-amount-answered', scenario: 'contested', invariants: ['I1', 'I2'] },
  { name: 'voucher-of-another-amount', scenario: 'contested', invariants: ['I4'] },
  { name: 'second-voucher', scenario: 'kill-deliver', invariants: ['I4', 'I6'] },
  { name: 'stock-twice', scenario: 'contested', invariants: ['I4'] },
  { name: 'ledger-gap', scenario: 'contested', invariants: ['I11'] },
  { name: 'erased-person-paid', scenario: 'contested', invariants: ['I14'] },
  { name: 'codes-without-limit', scenario: 'contested', invariants: ['I9'] },
  { name: 'no-consent', scenario: 'contested', invariants: ['I8'] },
  { name: 'number-in-the-log', scenario: 'contested', invariants: ['I10'] },
  { name: 'budget-not-counted', scenario: 'contested', invariants: ['I3'] },
  { name: 'voucher-forgotten', scenario: 'contested', invariants: ['I5'] },
  { name: 'law-forgotten', scenario: 'contested', invariants: ['I13'] },
  { name: 'no-time-limit-of-queries', scenario: 'black-hole', invariants: ['I12'] },
];
