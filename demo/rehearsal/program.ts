// A production program in a rehearsal: its campaign may be one that production refuses, its clock
// is moved, and its pages say so. Arguments: its name, the campaign's id and folder, the offset.
import { loadCampaign, loadForLaunch } from '@inaam/campaigns/loader/load-campaign.ts';
import { fill } from '@inaam/campaigns/public/fill.ts';
import { formatDate } from '@inaam/campaigns/public/format-date.ts';
import { databaseClocks, type ClocksOf } from '@inaam/server/database/clocks.ts';
import { runConsole } from '@inaam/server/main/run-console.ts';
import { runDeliver } from '@inaam/server/main/run-deliver.ts';
import { runDraw } from '@inaam/server/main/run-draw.ts';
import { runServe } from '@inaam/server/main/run-serve.ts';
import { indianDay } from '@inaam/server/platform/period.rules.ts';

const [name, id = '', folder = '', offset = ''] = process.argv.slice(2);
const demoOffset = Number(offset);
const clocksOf: ClocksOf = (database) => databaseClocks(database, demoOffset);

/** As production loads it, with the languages that a launch would serve, if it would launch. */
const load = async () => {
  const campaign = await loadCampaign(id, folder);
  return campaign.launch.faults.length > 0 ? campaign : loadForLaunch(id, folder);
};

if (name === 'serve') {
  const campaign = await load();
  const pageExtras = (tag: string) => {
    const date = formatDate(indianDay(Date.now() + demoOffset), tag);
    return { notice: fill(campaign.words(tag).demo.rehearsal, { date }), demoOffset };
  };
  await runServe(clocksOf, undefined, load, pageExtras);
}
if (name === 'deliver') await runDeliver({ clocksOf, load });
if (name === 'draw') await runDraw();
if (name === 'console') {
  await runConsole(clocksOf, async () => {
    const campaign = await load();
    return { ...campaign, name: `Rehearsal of ${campaign.name}` };
  });
}
