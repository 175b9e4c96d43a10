// What init cannot do, in the order in which it is needed, each with the command that checks it.
import path from 'node:path';
import type { Answers } from './init-answers.ts';
import { containerUser, isRoot } from './installation-files.ts';
import { type Place, smsSecretsOf, toFill } from './installation-settings.ts';
import { closedToUnits, project } from './systemd-units.ts';

/** A secret, readable in a container too. */
const install = `install -m 600${isRoot() ? ` -o ${containerUser}` : ''}`;

type Step = { what: string; check: string };

export function manualSteps(
  { campaign, site, consoleSite, sms, secondHolder }: Answers,
  { folder }: Place,
): { steps: Step[]; next: string } {
  const standard = [path.join(project, '.inaam'), ...(isRoot() ? ['/etc/inaam'] : [])];
  const inaam = standard.includes(folder)
    ? 'npx inaam'
    : `npx inaam --settings ${folder}/inaam.env`;
  const checkCampaign = `${inaam} campaign check ${campaign}`;
  const checkSms = `${inaam} sms check`;
  const steps: Step[] = [];
  const add = (what: string, check: string) => void steps.push({ what, check });
  const closed = isRoot() ? closedToUnits(folder) : undefined;
  if (closed !== undefined) add(`The project: ${closed}`, `${inaam} up`);
  const hosts = [site, consoleSite].map((origin) => new URL(origin).hostname);
  const named = hosts.filter((host) => host !== 'localhost' && !host.endsWith('.localhost'));
  if (named.length > 0) {
    add(`DNS: let ${named.join(' and ')} lead to this machine.`, `getent hosts ${named.join(' ')}`);
  }
  add(
    `DLT: register the company, the header and each text, and write their ids into campaigns/${campaign}/sms.json.`,
    checkCampaign,
  );
  if (sms === 'mailbox') {
    add(
      'SMS: with the mailbox no phone gets any. Open an account at a provider, and write it as docs/make/sms.md says.',
      checkSms,
    );
  } else {
    add(
      `SMS: open an account at ${sms === 'http' ? 'your provider' : sms}, and write what is marked ${toFill} in ${folder}/sms-paths.json and inaam.env.`,
      checkSms,
    );
    for (const name of smsSecretsOf(path.join(folder, 'sms-paths.json')).deliver) {
      add(
        `SMS: store its secret: ${install} /dev/stdin ${folder}/secrets/${name}, then paste it, and press Ctrl-D.`,
        checkSms,
      );
    }
  }
  if (secondHolder !== undefined) {
    add(
      `The second half of the draw: on a machine of their own, ${secondHolder} runs: npx inaam draw part --out DRAW_PART_TWO. Where \`draw\` runs they put it in its place: ${install} DRAW_PART_TWO ${folder}/secrets/`,
      `${inaam} settings --for draw`,
    );
  }
  add(
    `The law: let a lawyer read the terms, at /terms after: CAMPAIGN=${campaign} npm start.`,
    checkCampaign,
  );
  return { steps, next: `${inaam} launch` };
}
