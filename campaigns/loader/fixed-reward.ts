/** A reward that everyone from a state gets without chance, for a legal reason. */
export type FixedReward = {
  state: string;
  /** Whole rupees. */
  amount: number;
  /**
   * Whether that state's law lets a reward depend on chance. If not, the schema refuses such
   * rewards.
   */
  chance: 'forbidden' | 'allowed';
  /** Citation for the auditor. */
  law: string;
  from: string;
  until: string | null;
  /**
   * How many are planned: the size of their pool. When it is empty the reserve pays, not the deck.
   */
  rewards: number;
};
