const never: ReadonlySet<string> = new Set([
  'sms',
  'qr',
  'limits',
  'simulate',
  'completion',
  'help',
]);
/** Commands without a database, in groups whose other commands need one. */
const withoutIt: ReadonlySet<string> = new Set(['campaign check', 'campaign new', 'approvals key']);

/** Whether an operator's command reads the demonstration's database. */
export function needsDatabase(words: readonly string[]): boolean {
  const [first = 'help', second = ''] = words;
  return (
    !first.startsWith('-') &&
    !never.has(first) &&
    !withoutIt.has(`${first} ${second}`) &&
    !words.some((word) => /^-(?:h|-help)$/.test(word))
  );
}
