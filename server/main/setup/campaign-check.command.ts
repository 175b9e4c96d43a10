import { existsSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { CampaignError } from '@inaam/campaigns/schema/problem.ts';
import { registeredText } from '@inaam/campaigns/sms/sms-template.ts';
import { checkedParts } from '@inaam/campaigns/loader/plugin-files.ts';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { Sms } from '@inaam/campaigns/schema/folder-schema.ts';
import { sendingHours, spellHours } from '@inaam/campaigns/sms/sms-category.ts';
import { planOf, overFaults } from '../../draw/campaign-commitment.ts';
import { readCampaignConfig } from '../../operator/settings/operator-config.ts';
import { plannedRupees, budgetPoolsOf } from '../../draw/commitment.rules.ts';
import { commandOf } from '../../operator/add-command.ts';
import type { CommandResult } from '../../operator/command-context.ts';
import { rupees } from '../../platform/format.ts';
import { table } from '../../operator/answer.ts';

export const addCampaignCheck = commandOf({
  of: 'installation',
  examples: ['campaign check', 'campaign check campaigns/tea-demo --json'],
  add: (command) =>
    command.argument('[folder]', 'a campaign id or a folder; the default is CAMPAIGN'),
  shape: { argument: z.string().optional() },
  run: async ({ argument }, { context }) =>
    check(
      argument ??
        context.variables['INAAM_CAMPAIGN'] ??
        readCampaignConfig(context.variables).campaign,
    ),
});

async function check(named: string): Promise<CommandResult> {
  const isFolder = named.includes(path.sep) || existsSync(path.join(named, 'campaign.json'));
  const id = isFolder ? path.basename(path.resolve(named)) : named;
  const folder = isFolder ? path.dirname(path.resolve(named)) : undefined;
  try {
    return describe(await loadCampaign(id, folder));
  } catch (error) {
    if (!(error instanceof CampaignError)) throw error;
    const { message, problems } = error;
    return { text: message, json: { campaign: id, good: false, faults: problems }, failed: true };
  }
}

function hoursLines({ vouchers }: Sms): string[] {
  const limited = Object.entries(vouchers).flatMap(([amount, { category }]) => {
    const hours = sendingHours[category];
    return hours ? [`Rs ${amount} (${category}, ${spellHours(hours)})`] : [];
  });
  if (limited.length === 0) return [];
  return [
    `Sent at certain hours in India only, and otherwise on the next day: vouchers of ${limited.join(', ')}.`,
  ];
}

/** A sign-off holds for the words that were read, by their hash. */
function reviewLines({ unreviewed }: ServerCampaign): string[] {
  if (unreviewed.length === 0) return [];
  return [
    'Not signed off by a native speaker. The speaker who has read all sentences adds file, sha256, name (`by`) and day (`on`) to campaigns/sign-offs.json:',
    table(
      ['file', '', 'sha256'],
      unreviewed.map(({ file, isChanged, sha256 }) => [
        file,
        isChanged ? 'changed since the sign-off' : '',
        sha256,
      ]),
    ),
    'A machine cannot compare these with the data. The speaker must, before signing off:',
    ...unreviewed.flatMap(({ file, toJudge }) => toJudge().map((one) => `  ${file}: ${one}`)),
  ];
}

function launchLines({ languages, faults }: Omit<ServerCampaign['launch'], 'later'>): string[] {
  const served = `Served in production: ${languages.length === 0 ? 'no language' : languages.join(', ')}.`;
  return faults.length === 0
    ? [served]
    : [
        served,
        'Launch faults: the demonstration starts with them, and production does not:',
        ...faults.map((fault) => `  - ${fault}`),
      ];
}

function describe(campaign: ServerCampaign): CommandResult {
  const { id, name, programme, languages, states, draw, sms, unreviewed } = campaign;
  const faults = [...campaign.launch.faults, ...overFaults(campaign, Date.now())];
  const launch = { languages: campaign.launch.languages, faults };
  const pools = budgetPoolsOf(planOf(campaign));
  const promised = pools.map(({ name: pool, amount, planned }) => ({ pool, amount, planned }));
  const cost = plannedRupees(promised);
  const checked = checkedParts(campaign);
  const facts = {
    name,
    programme,
    languages,
    unreviewed: unreviewed.map(({ file }) => file),
    toJudge: Object.fromEntries(unreviewed.map(({ file, toJudge }) => [file, toJudge()])),
    reviewHashes: Object.fromEntries(unreviewed.map(({ file, sha256 }) => [file, sha256])),
    launch,
    states: states.length,
    pacing: draw.pacing,
    whenDeckEnds: draw.whenDeckEnds.kind,
    ...Object.assign({}, ...checked.map((one) => one.facts)),
  };
  const texts = [sms.otp, ...Object.values(sms.vouchers)].map((template) => ({
    ...template.dlt,
    category: template.category,
    register: registeredText(template),
  }));
  const lines = [
    `"${id}" is valid: ${name}, ${programme.from} to ${programme.to}, ${states.length} states, ${languages.join(', ')}.`,
    table(
      ['pool', 'rewards', 'rupees'],
      promised.map(({ pool, amount, planned }) => [pool, planned, rupees(amount * planned)]),
    ),
    `Planned in total: Rs ${rupees(cost)}.`,
    ...checked.map(({ line }) => line),
    ...reviewLines(campaign),
    ...launchLines(launch),
    `SMS to register, in ${sms.language} for all, with {minutes} and {host} filled in:`,
    ...texts.map(
      ({ templateId, category, register }) =>
        `  ${templateId}  ${category}  ${JSON.stringify(register)}`,
    ),
    ...hoursLines(sms),
  ];
  return {
    text: lines.join('\n'),
    json: { campaign: id, good: true, ...facts, pools: promised, plannedRupees: cost, texts },
  };
}
