/** A reward that is granted without chance to everyone of a state: law, as dated data. */
export type FixedReward = {
  state: string;
  /** Whole rupees. */
  amount: number;
  /**
   * Whether the law there lets a reward depend on chance: where it does not, the schema refuses one
   * that does.
   */
  chance: 'forbidden' | 'allowed';
  /** The law that asks for it, for the auditor. */
  law: string;
  /**
   * First and last day, `YYYY-MM-DD`, Indian time, both included; `until` is null where there is no
   * end.
   */
  from: string;
  until: string | null;
  /** How many are planned: their pool. When it is empty the reserve pays, never the draw. */
  rewards: number;
};
