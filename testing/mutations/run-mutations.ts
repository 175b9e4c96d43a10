// `npm run drill -- mutations [file:line] [--some 40] [--seed 1]`: makes one mistake at a time in
// SQL or in the rights by role, and runs the tests nearest to it. It changes files of the checkout
// and restores them; after a kill `git checkout server` does.
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createVitest } from 'vitest/node';
import { template, withDatabase } from '../setup/cluster/test-database.ts';
import { twinTemplate } from '../setup/cluster/twins.ts';

type Mutant = { file: string; line: number; name: string; text: string };
type Mistake = [was: RegExp, now: (was: string) => string];

const inSql: readonly Mistake[] = [
  [
    /\sfor (?:no key update|update|key share|share)(?: of \w+)?(?: skip locked)?(?=[\s;)`'])/g,
    () => '',
  ],
  [/ skip locked/g, () => ''],
  [/do update set [^;`]{1,80} where false/g, () => 'do nothing'],
  // Shared is no lock among those that call it.
  [/pg_advisory_xact_lock\(/g, () => 'pg_advisory_xact_lock_shared('],
  [
    /(?<=[\w)\]} ] )[<>]=?(?= [\w($'])/g,
    (was) => (was.endsWith('=') ? was.slice(0, 1) : `${was}=`),
  ],
  // A parameter that is not mentioned would have no type.
  [
    /(?:\w+\.)?\bcampaign = (?:[\w.]+|\$\w+)/g,
    (was) => `${(was.split(' = ')[1] ?? '').replace(/^\$\w+/, '$&::text')} is not null`,
  ],
];
const privileges = ['delete', 'insert', 'update', 'select'];
const listed = /(?<=')(?:select|insert)\b[^']*(?=')/g;
const inRights: readonly Mistake[] = [
  [listed, (was) => was.replace(/(?:, )?\w+(?: \([^)]*\))?$/, '')],
  [listed, (was) => `${was}, ${privileges.find((one) => !was.includes(one)) ?? 'truncate'}`],
  [/(?<=: \[)'inaam_\w+'(?=[^\]]*\])/g, (was) => `${was}, 'inaam_audit'`],
];

const blank = (part: string) => part.replaceAll(/[^\n]/g, ' ');
/** The same length, blank where there is no SQL. */
function sqlOf(file: string, text: string): string {
  if (file.endsWith('.sql')) return text.replaceAll(/--[^\n]*/g, blank);
  return text.replaceAll(/`[^`]*`|'[^'\n]*'|[^`']+|[`']/g, (part) =>
    /^[`'].*\b(?:select|update|insert|delete|where|from|campaign)\b/s.test(part)
      ? part.replaceAll(/--[^\n]*/g, blank)
      : blank(part),
  );
}

function mutantsOf(file: string): Mutant[] {
  const text = readFileSync(file, 'utf8');
  const isSql = !/rights|roles|plugin\.ts/.test(file);
  return (isSql ? inSql : inRights).flatMap(([was, now]) =>
    Array.from((isSql ? sqlOf(file, text) : text).matchAll(was), ({ 0: found, index }) => {
      const line = text.slice(0, index + found.length).split('\n').length;
      const name = `${file}:${line}: "${found.trim()}" → "${now(found)}"`;
      const after = text.slice(0, index) + now(found) + text.slice(index + found.length);
      return { file, line, name, text: after };
    }),
  );
}

const { values, positionals } = parseArgs({
  options: { some: { type: 'string' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const rank = ({ name }: Mutant) =>
  createHash('sha256')
    .update(values.seed + name)
    .digest('hex');
const schema = 'server/database/schema';
const chosen = globSync([
  `${schema}/functions/*.sql`,
  'plugins/*/{functions.sql,plugin.ts,*.sql.ts,server/**/*.sql.ts}',
  `${schema}/roles.ts`,
  'server/**/*.sql.ts',
])
  .flatMap(mutantsOf)
  .filter(({ name }) => name.includes(positionals[0] ?? ''))
  .toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
  .slice(0, Number(values.some ?? Number.POSITIVE_INFINITY));

const files = globSync('{server,plugins,testing,demo}/**/*.ts', {
  exclude: ['**/node_modules/**', 'testing/mutations/**'],
}).map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const imports = files.flatMap(({ file, text }) =>
  Array.from(text.matchAll(/from '(@inaam\/|\.{1,2}\/)([^']+)'/g), ([, start = '', rest = '']) => ({
    file,
    of: start === '@inaam/' ? rest : path.join(path.dirname(file), start, rest),
  })),
);

const functionsIn = (text: string) =>
  Array.from(text.matchAll(/function (inaam\.\w+\()/g), ([, name = '']) => name);
const mentioning = (names: readonly string[]) =>
  files.filter(({ text }) => names.some((name) => text.includes(name))).map(({ file }) => file);

/** What calls the function of the line; if only SQL does, what calls any function of the file. */
function callersOf({ file, line }: Mutant): string[] {
  const text = readFileSync(file, 'utf8');
  const before = text.split('\n').slice(0, line).join('\n');
  const own = mentioning(functionsIn(before).slice(-1));
  return own.length > 0 ? own : mentioning(functionsIn(text));
}

const subjectOf = (file: string) => /^plugins\/[\w-]+/.exec(file)?.[0] ?? path.dirname(file);
/** Test files by how many imports are between; those of the same subject are nearer. */
function nearestTests(mutant: Mutant): string[] {
  const starts = mutant.file.endsWith('.sql') ? callersOf(mutant) : [mutant.file];
  const steps = new Map(starts.map((file) => [file, 0]));
  for (const [file, before] of steps) {
    for (const { file: other, of } of imports) {
      if (of === file && !steps.has(other)) steps.set(other, before + 1);
    }
  }
  const score = (file: string) =>
    (steps.get(file) ?? 0) - (subjectOf(file) === subjectOf(mutant.file) ? 1.5 : 0);
  return [...steps.keys()]
    .filter((file) => file.endsWith('.test.ts') && !/\.rules\.|installation/.test(file))
    .toSorted((a, b) => score(a) - score(b))
    .slice(0, 8);
}

const vitest = await createVitest('test', {
  watch: true,
  project: ['api'],
  reporters: [{}],
  bail: 1,
  tagsFilter: ['!long'],
});

async function pass(tests: readonly string[]): Promise<boolean> {
  const specifications = await vitest.globTestSpecifications([...tests]);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  return unhandledErrors.length === 0 && testModules.every((module) => module.ok());
}

/** Of the databases that tests copy: PostgreSQL stays. */
async function replaceFunctions(file: string): Promise<void> {
  if (!file.endsWith('.sql')) return;
  const server = vitest.projects[0]?.getProvidedContext().postgresUrl ?? '';
  for (const name of [template, twinTemplate]) {
    const allow = (isAllowed: boolean) =>
      withDatabase(server, (admin) =>
        admin.query(`alter database ${name} allow_connections ${isAllowed}`),
      );
    await allow(true);
    const own = Object.assign(new URL(server), { pathname: `/${name}` });
    try {
      await withDatabase(own.href, (copied) => copied.query(readFileSync(file, 'utf8')));
    } finally {
      await allow(false);
    }
  }
}

let restore = () => {};
process.on('exit', () => restore());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

async function isNoticed(mutant: Mutant): Promise<boolean> {
  const before = readFileSync(mutant.file, 'utf8');
  restore = () => writeFileSync(mutant.file, before);
  writeFileSync(mutant.file, mutant.text);
  try {
    await replaceFunctions(mutant.file);
    const tests = nearestTests(mutant);
    return !((await pass(tests.slice(0, 2))) && (await pass(tests.slice(2))));
  } catch {
    // PostgreSQL refuses it.
    return true;
  } finally {
    restore();
    restore = () => {};
    await replaceFunctions(mutant.file);
  }
}

const print = (line: string) => process.stdout.write(`${line}\n`);
if (chosen[0] && !(await pass(nearestTests(chosen[0])))) {
  throw new Error('The tests fail without a mistake. Run `npm test -- api` first.');
}
let noticed = 0;
for (const mutant of chosen) {
  if (await isNoticed(mutant)) noticed += 1;
  else print(`Not noticed: ${mutant.name}`);
}
await vitest.close();
print(`Noticed: ${noticed} of ${chosen.length}`);
process.exitCode = noticed < 0.9 * chosen.length ? 1 : 0;
