// The fonts of scripts that only some pages need (web/build/language-fonts.ts).
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { scriptOf } from '@inaam/campaigns/public/direction.ts';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { contentHash, serveImmutable } from './serve-immutable.ts';

const builtSchema = z.object({ names: z.string(), scripts: z.record(z.string(), z.string()) });

/** For one script: the rules of its fonts, also as a style sheet. */
export type ScriptFonts = { rules: string; sheet: string };

export type LanguageFonts = {
  /** Undefined where a page needs no others than every page has. */
  of: (language: string) => ScriptFonts | undefined;
  /** Style sheet for the languages' own names; undefined without a site. */
  names: string | undefined;
};

type Site = {
  /** Undefined without a site; a folder without such fonts yields none. */
  folder: string | undefined;
  /** The campaign's `figuresRule`, for all scripts but Latin. */
  figures: string;
};

export async function serveLanguageFonts(
  app: FastifyInstance,
  { folder, figures }: Site,
): Promise<LanguageFonts> {
  const file = folder === undefined ? '' : path.join(folder, '.language-fonts.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return { of: () => undefined, names: undefined };
  const { names, scripts } = builtSchema.parse(JSON.parse(text));
  const serve = async (rules: string) => {
    const address = `/art/fonts-${contentHash(rules)}.css`;
    await serveImmutable(app, address, 'text/css; charset=utf-8', rules);
    return address;
  };
  const served = new Map<string, ScriptFonts>();
  // The other fonts of Devanagari are on every page.
  for (const [script, own] of Object.entries({ ...scripts, Deva: '' })) {
    const rules = own + figures;
    if (rules !== '') served.set(script, { rules, sheet: await serve(rules) });
  }
  return { of: (language) => served.get(scriptOf(language)), names: await serve(names) };
}
