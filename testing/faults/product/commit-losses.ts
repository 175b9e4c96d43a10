// Which answers to commits a proxy does not pass on.

/** One connection of the proxy. */
export type LosingLink = {
  /** While a commit is under way whose answer is to be lost. */
  losing?: { loss: Loss; held: Buffer[] } | undefined;
};

/** Of the answer to a commit, after so many others. */
type Loss = { passed: number; resolve: () => void };

const commit = Buffer.from('commit\0');
const committed = Buffer.from('COMMIT\0');
/** The answer to a commit of a transaction that has failed. */
const rolledBack = Buffer.from('ROLLBACK\0');

export function openCommitLosses() {
  const losses: Loss[] = [];
  const next = () => {
    const [first] = losses;
    if (!first || first.passed === 0) return losses.shift();
    first.passed -= 1;
    return undefined;
  };
  /** The connection has ended, or did not commit: another commit is lost instead. */
  const spare = (link: LosingLink) => {
    if (link.losing) losses.unshift(link.losing.loss);
    link.losing = undefined;
  };
  return {
    /** @param passed how many commits come through before it */
    ask: (passed = 0) =>
      new Promise<void>((resolve) => {
        losses.push({ passed, resolve });
      }),
    spare,
    /** Of what the program has sent. */
    onSent(link: LosingLink, bytes: Buffer): void {
      const loss = !link.losing && bytes.includes(commit) ? next() : undefined;
      if (loss) link.losing = { loss, held: [] };
    },
    /** @returns what the program gets, if anything yet; `lost`: its connection is to break */
    onAnswer(link: LosingLink, bytes: Buffer): Buffer | 'lost' | undefined {
      if (!link.losing) return bytes;
      const { held, loss } = link.losing;
      held.push(bytes);
      const answer = Buffer.concat(held);
      if (answer.includes(committed)) {
        link.losing = undefined;
        loss.resolve();
        return 'lost';
      }
      if (!answer.includes(rolledBack)) return undefined;
      spare(link);
      return answer;
    },
  };
}
