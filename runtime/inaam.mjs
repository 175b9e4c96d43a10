#!/usr/bin/env node
// `npx inaam …`: starts a program, or the command line. Plain JavaScript that must run on Node 16.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithoutOutput, programs } from './programs.mjs';
import { start } from './run.mjs';

const project = fileURLToPath(new URL('..', import.meta.url));
const words = process.argv.slice(2);
const isDemonstration = words[0] === '--demo';
if (isDemonstration) words.shift();
const settings = takeSettings();
// It ends the options of npm, which may pass it on.
if (words[0] === '--') words.shift();
// A program takes no words: with any, it is a command, such as `draw commit` or `serve --help`.
const isProgram =
  words.length === 1 && words[0] !== 'operator' && Object.hasOwn(programs, words[0]);

if (words[0] === '--version' || words[0] === '-V') {
  endWithoutOutput();
  process.stdout.write(`${version()}\n`);
} else if (settings.problem) {
  process.stderr.write(`${settings.problem}\n`);
  process.exitCode = 2;
} else if (isDemonstration) {
  // The demonstration has its own settings.
  delete process.env.INAAM_SETTINGS;
  await start(path.join(project, 'demo/operator.ts'), words);
} else {
  if (settings.file !== undefined) process.env.INAAM_SETTINGS = settings.file;
  const program = isProgram ? programs[words[0]] : programs.operator;
  await start(path.join(project, program.file), isProgram ? [] : words, program);
}

/** @returns {{ file?: string | undefined, problem?: string }} the file that the programs read */
function takeSettings() {
  const { settings: given, campaign } = takeOptions();
  if (isDemonstration && (given ?? campaign) !== undefined) {
    return {
      problem: 'The demonstration has settings of its own: leave out --settings and --campaign.',
    };
  }
  if (given === '')
    return { problem: 'Write the file: `npx inaam --settings inaam.env <command>`.' };
  const places = ['/etc/inaam/inaam.env', path.join(project, '.inaam/inaam.env')];
  const named = given === undefined ? process.env.INAAM_SETTINGS : path.resolve(given);
  const file = named ?? places.find(isThere);
  if (given !== undefined && !isThere(file))
    return { problem: `There is no settings file ${file}.` };
  return campaign === undefined ? { file } : campaignOf(file, campaign);
}

/** Before the command, each once. */
function takeOptions() {
  /** @type {{ settings?: string, campaign?: string }} */
  const options = {};
  for (;;) {
    const [, name, inWord] = /^--(settings|campaign)(?:=(.*))?$/s.exec(words[0] ?? '') ?? [];
    if (name === undefined || name in options) return options;
    options[name] = inWord ?? words[1] ?? '';
    words.splice(0, inWord === undefined ? 2 : 1);
  }
}

/** @param {string | undefined} file of the installation, which may be that of its first campaign */
function campaignOf(file, campaign) {
  if (file === undefined) return { problem: 'There is no installation here: name its --settings.' };
  const folder = path.join(path.dirname(file), 'campaigns');
  const own = path.join(folder, campaign, 'inaam.env');
  process.env.INAAM_CAMPAIGN = campaign;
  if (/^[a-z0-9-]+$/.test(campaign) && isThere(own)) return { file: own };
  const text = isThere(file) ? readFileSync(file, 'utf8') : '';
  const [, , first] = /^CAMPAIGN=(["']?)(.*)\1\s*$/m.exec(text) ?? [];
  if (campaign === first) return { file };
  const others = existsSync(folder) ? readdirSync(folder) : [];
  const ids = [first, ...others].filter(Boolean).join(', ');
  return { problem: `This installation has no campaign "${campaign}", but ${ids || 'none'}.` };
}

/** Also one that this user may not look at: the program then says so, and takes no other. */
function isThere(file) {
  try {
    return statSync(file).isFile();
  } catch (error) {
    return error.code === 'EACCES';
  }
}

/** With the commit, and whether files differ from it, in a clone. */
function version() {
  const { version: number } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8'));
  if (!existsSync(path.join(project, '.git'))) return number;
  try {
    const words = ['-C', project, 'describe', '--always', '--dirty', '--abbrev=10', '--exclude=*'];
    const stdio = ['ignore', 'pipe', 'ignore'];
    return `${number} (${execFileSync('git', words, { encoding: 'utf8', stdio }).trim()})`;
  } catch {
    return number;
  }
}
