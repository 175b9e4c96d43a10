// `serve` as it is, with a campaign clock that stands inside the programme: of the site's own
// campaign the programme is over. Codes cost nothing, so that one address may ask for all of them
// without proofs of work. Argument: how far that clock is ahead, ms.
import { runServe } from '@inaam/server/run-serve.ts';
import { unlimitedBudget } from '@inaam/server/rules/send-budget.ts';
import { databaseClocks } from '@inaam/server/time/clocks.ts';

const aheadMs = Number(process.argv[2]);

await runServe((database) => databaseClocks(database, aheadMs), unlimitedBudget);
