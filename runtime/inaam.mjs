#!/usr/bin/env node
// `npx inaam …`: the programs and the operator's commands. Plain JavaScript that must run on Node
// 20.
import { fileURLToPath } from 'node:url';

const [first, second] = process.argv.slice(2);
const programs = ['serve', 'deliver', 'draw', 'console', 'migrate'];
const isProgram = programs.includes(first) && (second === undefined || second.startsWith('-'));
let file = 'server/main/operator.ts';
if (first === '--demo') file = 'demo/operator.ts';
else if (isProgram) file = `server/main/${first}.ts`;
if (isProgram || first === '--demo') process.argv.splice(2, 1);
const project = new URL('../', import.meta.url);
process.argv.splice(2, 0, fileURLToPath(new URL(file, project)));
await import(new URL('runtime/run.mjs', project).href);
