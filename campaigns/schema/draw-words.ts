// Describes the words of the page that tells shoppers how the draw is fair. Holds no sentence. In a
// comment, `{…}` is a placeholder that the page fills in: numbers and days spelled in the language.
import { fields } from './fields.ts';
import { sentence } from './sentence.ts';

export const fairDraw = fields({
  /** Also the link of the terms that opens it. */
  title: sentence(),
  intro: sentence(),
  fixed: fields({
    heading: sentence(),
    /** `{cards}` of the whole deck, dealt `{size}` at a time: a block. */
    deck: sentence('cards', 'size'),
    /** One for each amount: `{count}` of the `{size}` cards of a block. */
    card: sentence('amount', 'count', 'size'),
    /** Only where the cards are released day by day. */
    days: sentence(),
    /** Only where a reserve pays. `{amount}`, `{rewards}` of them. */
    reserve: sentence('amount', 'rewards'),
    /** Only where the campaign closes with its deck. */
    closing: sentence(),
    /** The same, where the cards are released day by day as well. */
    closingDays: sentence(),
  }),
  /** States with a fixed reward; only where there are some. */
  states: fields({
    heading: sentence(),
    intro: sentence(),
    /** One for each state. `{state}`, `{amount}`, `{rewards}`: how many are planned, `{law}`. */
    reward: sentence('state', 'amount', 'rewards', 'law'),
    /** The same where it does not hold for the whole programme. `{first}`, `{last}`: days. */
    rewardBetween: sentence('state', 'first', 'last', 'amount', 'rewards', 'law'),
  }),
  nobody: fields({ heading: sentence(), how: sentence(), seen: sentence() }),
  proof: fields({
    heading: sentence(),
    /** Before the commitment itself. `{date}`: when it was published. */
    commitment: sentence('date'),
    changed: sentence(),
  }),
  /** The published files, each the name of a link. */
  files: fields({
    heading: sentence(),
    document: sentence(),
    head: sentence(),
    secret: sentence(),
    ledger: sentence(),
    /** While the last two are not there. `{date}`: the first day on which they may be. */
    later: sentence('date'),
    /** Once they are. `{date}`. */
    revealed: sentence('date'),
  }),
  /** What is in the ledger. */
  list: fields({ heading: sentence(), text: sentence() }),
  check: fields({ heading: sentence(), keep: sentence(), after: sentence(), guide: sentence() }),
  /** At the end: how to get back to where the page was opened from. */
  back: sentence(),
});
