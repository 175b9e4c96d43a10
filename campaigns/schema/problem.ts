/** The campaign cannot be used; contains every problem. */
export class CampaignError extends Error {
  override readonly name = 'CampaignError';
  readonly problems: readonly string[];

  /** @param heading names what has the problems */
  constructor(
    id: string,
    problems: readonly string[],
    heading = `Failed to read campaign "${id}":`,
  ) {
    super([heading, ...problems.map((line) => `  - ${line}`)].join('\n'));
    this.problems = problems;
  }
}

/** The problem at a path of a file (`is missing`, `must be …, but is …`), and its fix. */
export type Problem = { path: readonly PropertyKey[]; message: string; fix: string };

/** What a part of the words must say, by placeholders. */
export type Fact = readonly [said: string, ...placeholders: string[]];

export function formatProblem(file: string, { path, message, fix }: Problem): string {
  return `${file}: ${path.length === 0 ? 'the file' : formatPath(path)} ${message}. ${fix}`;
}

/** `deck.cards["5"]`, `outcomes[1].angle`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((step, at) => {
      if (typeof step === 'number') return `[${step}]`;
      const word = String(step);
      if (!/^[a-zA-Z_]\w*$/.test(word)) return `["${word}"]`;
      return at === 0 ? word : `.${word}`;
    })
    .join('');
}

/** JSON, at most 60 characters. */
export function formatValue(value: unknown): string {
  const json = value === undefined ? 'missing' : JSON.stringify(value);
  return json.length > 60 ? `${json.slice(0, 57)}...` : json;
}
