// The fonts of scripts that only some pages need (web/build/language-fonts.ts).
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { scriptOf } from '@inaam/campaigns/public/direction.ts';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { contentHash, serveImmutable } from './serve-immutable.ts';

const builtSchema = z.object({
  names: z.string(),
  scripts: z.record(z.string(), z.object({ display: z.string(), sheet: z.string() })),
});

/**
 * For one script: the font of its headings, and the rules of all its fonts, also as a style sheet.
 */
export type ScriptFonts = { display: string; rules: string; sheet: string };

export type LanguageFonts = {
  of: (language: string) => ScriptFonts | undefined;
  /** Style sheet for the languages' own names; undefined without a site. */
  names: string | undefined;
};

/** @param site undefined without a site; a folder without such fonts yields none */
export async function serveLanguageFonts(
  app: FastifyInstance,
  site: string | undefined,
): Promise<LanguageFonts> {
  const file = site === undefined ? '' : path.join(site, '.language-fonts.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return { of: () => undefined, names: undefined };
  const { names, scripts } = builtSchema.parse(JSON.parse(text));
  const serve = async (rules: string) => {
    const address = `/art/fonts-${contentHash(rules)}.css`;
    await serveImmutable(app, address, 'text/css; charset=utf-8', rules);
    return address;
  };
  const served = new Map<string, ScriptFonts>();
  for (const [script, { display, sheet: rules }] of Object.entries(scripts)) {
    served.set(script, { display, rules, sheet: await serve(rules) });
  }
  return { of: (language) => served.get(scriptOf(language)), names: await serve(names) };
}
