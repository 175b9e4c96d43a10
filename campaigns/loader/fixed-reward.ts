/** A reward that everyone in a state gets, without chance, for a legal reason. */
export type FixedReward = {
  state: string;
  amount: number;
  /** If the state's law forbids chance, the schema refuses rewards by chance there. */
  chance: 'forbidden' | 'allowed';
  /** Whether the question of skill is asked there. Absent: as `chance`. */
  question?: 'forbidden' | 'allowed' | undefined;
  law: string;
  from: string;
  until: string | null;
  /** The planned number. Beyond it the reserve pays, not the deck. */
  rewards: number;
};
