// The steps of `launch`, from an installation to a live campaign, in their order: what is done,
// what waits for whom, and what is at fault.
import {
  isReady,
  programProblems,
  readinessInWords,
  type RunningProgram,
} from '../../figures/opening.rules.ts';
import { stockAlarm } from '../../vouchers/voucher-validity.rules.ts';

const launchSteps = [
  'campaign check',
  'settings',
  'database',
  'draw parts',
  'commitment',
  'voucher stock',
  'sms check',
  'sms try',
  'programs',
  'publication',
] as const;
type LaunchStep = (typeof launchSteps)[number];

export type LaunchLine = {
  /** Also of a plugin. */
  step: string;
  /** `later`: another step comes first. `unseen`: not known here. */
  state: 'done' | 'waiting' | 'fault' | 'later' | 'unseen';
  found: string;
  /** For whom it waits. */
  who?: string;
  todo?: string;
};

type Problem = { found: string; mend?: string | undefined };
type Stock = { amount: number; free: number; owed: number };

/** Undefined: it could not be read, because an earlier step is not done. */
export type LaunchFacts = {
  /** Of this program. */
  version: string;
  programs: readonly string[];
  campaign: { faults: readonly string[]; later: readonly string[] };
  /** Problems by program, without those of the draw's parts. One of elsewhere is not in it. */
  settings: Readonly<Record<string, readonly string[]>>;
  database:
    | { state: 'ready' }
    | { state: 'behind'; migrations: number }
    | { state: 'fault'; problem: string }
    | undefined;
  /** `elsewhere`: the settings of `draw` are on another machine. */
  drawParts:
    | { missing: readonly ('one' | 'two')[]; problems: readonly string[]; secondHolder?: string }
    | 'elsewhere';
  commitment?: { hash: string } | { problem: string } | 'none' | undefined;
  ofPlugins: readonly { step: string; found: Found | undefined }[];
  /** What is planned of each amount, and not granted yet; `perDay`: its mean. */
  stock?: { here: readonly Stock[]; planned: readonly PlannedStock[] } | undefined;
  sms: readonly Problem[] | 'elsewhere';
  /** Paths that accepted the text of now. `paths`: all; undefined if they are not known. */
  tries?: { accepted: readonly string[]; paths: readonly string[] | undefined } | undefined;
  running?: readonly RunningProgram[] | undefined;
  /** Faults that `doctor` finds beside the other steps; undefined: not looked at. */
  doctor?: readonly Problem[] | undefined;
  published?: { by: string; on: string } | 'none' | undefined;
};

export type PlannedStock = { amount: number; left: number; perDay: number };

/** `toSave`: a secret that must be saved elsewhere. */
export type Found = Omit<LaunchLine, 'step'> & { toSave?: string };

/** @public For plugins. */
export const done = (found: string): Found => ({ state: 'done', found });
/** @public For plugins. */
export const fault = (found: string, todo: string): Found => ({ state: 'fault', found, todo });
const unseen = (found: string, todo: string): Found => ({ state: 'unseen', found, todo });
/** @public For plugins. */
export const waiting = (found: string, who: string, todo: string): Found => ({
  state: 'waiting',
  found,
  who,
  todo,
});

const operator = 'the operator';

/** What must be done before a step can be. What is not known here stops nothing. */
const needs: Readonly<Record<LaunchStep | 'of a plugin', readonly LaunchStep[]>> = {
  'campaign check': [],
  settings: [],
  database: ['settings'],
  'draw parts': [],
  commitment: ['campaign check', 'database', 'draw parts'],
  'of a plugin': ['campaign check', 'database'],
  'voucher stock': ['campaign check', 'database'],
  'sms check': ['campaign check'],
  'sms try': ['database', 'sms check'],
  programs: ['settings', 'commitment'],
  publication: ['commitment'],
};

/** @returns one line for each step, in their order */
export function launchLines(facts: LaunchFacts): LaunchLine[] {
  const lines: LaunchLine[] = [];
  const isOpen = (step: LaunchStep) =>
    lines.some((line) => line.step === step && line.state !== 'done' && line.state !== 'unseen');
  const add = (step: string, needed: readonly LaunchStep[], found: Found | undefined) => {
    const first = needed.filter(isOpen);
    const isLater = first.length > 0 && (found === undefined || found.state === 'waiting');
    const later: Found = { state: 'later', found: `After: ${first.join(', ')}.` };
    const { toSave: _, ...line } = isLater || !found ? later : found;
    lines.push({ step, ...line });
  };
  for (const step of launchSteps) {
    if (step === 'voucher stock') {
      for (const one of facts.ofPlugins) add(one.step, needs['of a plugin'], one.found);
    }
    add(step, needs[step], rules[step](facts));
  }
  return lines;
}

export const isLaunched = (lines: readonly LaunchLine[]): boolean =>
  lines.every(({ state }) => state === 'done' || state === 'unseen');

const rules: Readonly<Record<LaunchStep, (facts: LaunchFacts) => Found | undefined>> = {
  'campaign check': ({ campaign: { faults, later }, commitment }) => {
    const found = [...faults, ...(typeof commitment === 'object' ? [] : later)];
    if (found.length === 0) return done('The folder is valid, and nothing in it is an example.');
    return fault(firstOf(found), 'Run `npx inaam campaign check`, which lists the remedies.');
  },
  settings: settingsLine,
  database: ({ database }) => {
    if (database === undefined) return undefined;
    if (database.state === 'ready') return done('It answers, and has the schema of this version.');
    if (database.state === 'fault') return fault(database.problem, 'Run `npx inaam doctor` then.');
    const migrations = `${database.migrations} migration${database.migrations === 1 ? '' : 's'}`;
    return waiting(`It lacks ${migrations}.`, operator, 'Run `npx inaam migrate`.');
  },
  'draw parts': drawPartsLine,
  commitment: ({ commitment }) => {
    if (commitment === undefined) return undefined;
    if (commitment === 'none') {
      return waiting(
        'Nobody has committed to the draw. That cannot be undone.',
        'the holders of the secret',
        'Run `npx inaam launch --why "the reason"`, with `--yes` in a script. If the parts are elsewhere: `npx inaam draw commit --dry-run` on their machine.',
      );
    }
    return 'hash' in commitment
      ? done(`The draw is bound to ${commitment.hash}.`)
      : fault(commitment.problem, 'Put back the folder and the secrets that were committed to.');
  },
  'voucher stock': stockLine,
  'sms check': ({ sms }) => {
    if (sms === 'elsewhere') {
      const where = 'Run `npx inaam sms check` on its machine.';
      return unseen('It needs the settings of `deliver`.', where);
    }
    const [first] = sms;
    if (!first) return done('Texts, DLT ids and paths are in order.');
    const more = sms.length > 1 ? ' `npx inaam sms check` lists all.' : '';
    return fault(first.found, `${first.mend ?? 'Fix the settings.'}${more}`);
  },
  'sms try': triesLine,
  programs: programsLine,
  publication: ({ published, ofPlugins }) => {
    if (published === undefined) return undefined;
    const toSave = ofPlugins.flatMap(({ found }) => found?.toSave ?? []);
    const others = toSave.length > 0 ? `, and that ${toSave.join(' and ')} is saved` : '';
    return published === 'none'
      ? waiting(
          `Nobody has confirmed that the hash of the commitment is published, that /draw/head.json is saved elsewhere every night${others}.`,
          operator,
          'Do both, then run `npx inaam launch --published "where"`.',
        )
      : done(`Confirmed by ${published.by} on ${published.on}.`);
  },
};

export const firstOf = ([first = '', ...more]: readonly string[]) =>
  more.length === 0 ? first : `${first} And ${more.length} more.`;

/** A program that runs has its settings. */
function settingsLine({ settings, programs, running }: LaunchFacts): Found {
  const problems = Object.entries(settings).flatMap(([program, of]) =>
    of.map((problem) => `\`${program}\`: ${problem}`),
  );
  if (problems.length > 0) {
    return fault(firstOf(problems), 'Run `npx inaam settings`, which shows what is missing.');
  }
  const elsewhere = programs.filter(
    (program) => !(program in settings) && !isRunning(running, program),
  );
  return elsewhere.length === 0
    ? done('Each program has the settings that it needs.')
    : unseen(
        `The settings of ${elsewhere.join(', ')} are not known here.`,
        `Run \`npx inaam launch --of ${elsewhere.join(' ')}\` on the machine that has them.`,
      );
}

const isRunning = (running: LaunchFacts['running'], program: string) =>
  running?.some((one) => one.program === program && !one.isSilent && isReady(one)) === true;

function drawPartsLine({ drawParts, running }: LaunchFacts): Found {
  if (drawParts === 'elsewhere') {
    return isRunning(running, 'draw')
      ? done('`draw` runs with both.')
      : unseen(
          'The settings of `draw` are not known here.',
          'Run `npx inaam launch --of draw` on its machine.',
        );
  }
  const { missing, problems, secondHolder = 'the second holder' } = drawParts;
  if (problems.length > 0) {
    return fault(firstOf(problems), 'Its holder makes a new one with `npx inaam draw part`.');
  }
  const [part] = missing;
  if (part === undefined) return done('Both are there, and differ.');
  const many = missing.length > 1 ? 'Both are missing.' : `Part ${part} is missing.`;
  const who = part === 'two' ? secondHolder : 'the first holder';
  return waiting(
    many,
    who,
    `Run \`npx inaam draw part --out part-${part}.txt\` on your own machine, and place the file as DRAW_PART_${part.toUpperCase()} of \`draw\`.`,
  );
}

/** Codes must last for the first days, because an issuer needs some to send more. */
function stockLine({ stock }: LaunchFacts): Found | undefined {
  if (stock === undefined) return undefined;
  const days = stockAlarm.warnDays;
  const short = stock.planned.flatMap(({ amount, left, perDay }) => {
    const { free = 0, owed = 0 } = stock.here.find((one) => one.amount === amount) ?? {};
    const needed = owed + Math.min(left, Math.ceil(perDay * days));
    return needed > free ? [`Rs ${amount}: ${free} of ${needed}`] : [];
  });
  return short.length === 0
    ? done(`There are codes of each amount for the first ${days} days.`)
    : waiting(
        `Codes for ${days} days are missing. ${short.join('; ')}.`,
        'the person with the issuer’s codes',
        'Run `npx inaam vouchers load`, or load the file in the console.',
      );
}

function triesLine({ tries }: LaunchFacts): Found | undefined {
  if (tries === undefined) return undefined;
  const { accepted, paths } = tries;
  const missing = paths?.filter((path) => !accepted.includes(path));
  const [next] = missing ?? [];
  if (accepted.length > 0 && next === undefined)
    return done(`An SMS was accepted by ${accepted.join(', ')}.`);
  return waiting(
    `No SMS with the current text was accepted yet${missing ? ` by ${missing.join(', ')}` : ''}.`,
    'anybody with a phone at hand',
    `Run \`npx inaam sms try${next === undefined ? '' : ` --path ${next}`} --why "before the launch"\`.`,
  );
}

function programsLine(facts: LaunchFacts): Found | undefined {
  if (facts.running === undefined) return undefined;
  const { missing, others, unready } = programProblems(facts);
  const [first] = missing;
  if (first !== undefined) {
    const start = `Run \`npx inaam up\`, or start \`npx inaam ${first}\`.`;
    return waiting(`Not running: ${missing.join(', ')}.`, operator, start);
  }
  const [other] = others;
  if (other) {
    return fault(
      `\`${other.program}\` at ${other.host} has version ${other.version}; this is ${facts.version}.`,
      'Restart it from this version.',
    );
  }
  const [one] = unready;
  if (one) {
    const found = `\`${one.program}\` at ${one.host} is ${readinessInWords(one.state)}.`;
    return fault(found, 'See its log.');
  }
  const [found] = facts.doctor ?? [];
  return found
    ? fault(found.found, found.mend ?? 'Run `npx inaam doctor`.')
    : done('All run this version and are ready.');
}
