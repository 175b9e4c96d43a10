const never: ReadonlySet<string> = new Set(['sms', 'qr', 'help']);
/** Of groups whose other commands need it. */
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
