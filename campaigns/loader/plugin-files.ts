// The files that plugins add to a campaign's folder, and what they change in the campaign.
import { fileOwners, type CampaignPlugin, type Claims } from '@inaam/plugins/campaign-plugin.ts';
import { campaignPlugins } from '@inaam/plugins/campaigns.ts';
import type { DocumentWords } from '../public/words.ts';
import type { Rewards } from '../schema/draw-schema.ts';
import type { Problem } from '../schema/problem.ts';
import type { PluginShown } from '../schema/words-schema.ts';
import type { CampaignFiles } from '../validation/file-problem.ts';

type Listed = typeof campaignPlugins;
type Files = CampaignFiles['plugins'];

/** What is loaded from them. */
export type PluginParts = { [Name in keyof Listed]?: ReturnType<Listed[Name]['load']> };

const listed: Readonly<Record<string, CampaignPlugin>> = campaignPlugins;
/** By their names without `.json`. */
export const pluginFiles = Object.entries(listed);

/** Patterns of their names in `art/`, without the end. */
export const pluginArt = pluginFiles.map(([name]) => `${fileOwners[`${name}.json`]}-[a-z0-9-]+`);

/** Of each plugin whose file is there, or whose part is loaded. */
export function ofPlugins<Value>(
  files: Files,
  valueOf: (plugin: CampaignPlugin, file: unknown, name: string) => readonly Value[] | undefined,
): Value[] {
  return pluginFiles.flatMap(([name, plugin]) => {
    const file = files?.get(name) ?? null;
    return file === null ? [] : (valueOf(plugin, file, name) ?? []);
  });
}

const partsOf = (parts: PluginParts) => new Map<string, unknown>(Object.entries(parts));

export const pluginRows = (files: Files) =>
  Object.fromEntries(ofPlugins(files, (one, file) => Object.entries(one.rows?.(file) ?? {})));

/** Numbered as the document's own are. */
export const sectionsAdded =
  (files: Files, language: string) =>
  (name: 'terms' | 'consentNotice', { title, sections }: DocumentWords): DocumentWords => {
    const isNumbered = /^\d+\. /.test(sections.at(-1)?.heading ?? '');
    const added = ofPlugins(files, (one, file) => {
      const section = one.documents?.(file, language);
      return section && [section];
    });
    const numbered = added.map((section, at) => ({
      heading: `${isNumbered ? `${sections.length + at + 1}. ` : ''}${section.heading}`,
      paragraphs: section[name],
    }));
    return { title, sections: [...sections, ...numbered] };
  };

export const pluginWordsProblems = (words: object, files: Files): Problem[] =>
  pluginFiles.flatMap(([name, one]) => one.wordsProblems?.(words, files?.get(name) ?? null) ?? []);

/** Each value has the type of its plugin. */
const mapped = (
  files: Files,
  valueOf: (plugin: CampaignPlugin, file: unknown) => unknown,
): object =>
  Object.fromEntries(
    ofPlugins(files, (plugin, file, name) => {
      const value = valueOf(plugin, file);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** @param addresses of drawings and videos, by file */
export const loadParts = (
  files: Files,
  rewards: Rewards,
  addresses: ReadonlyMap<string, string> = new Map(),
): PluginParts => mapped(files, (plugin, file) => plugin.load(file, rewards, addresses));

export const shownParts = (parts: PluginParts): PluginShown =>
  mapped(partsOf(parts), (plugin, part) => plugin.shown(part));

/** The words of plugins of which the page gets nothing. */
export function hiddenWords(parts: PluginParts): Record<'sections' | 'messages', string[]> {
  const hidden = pluginFiles.filter(([name]) => !Object.hasOwn(shownParts(parts), name));
  const namesOf = (of: 'sections' | 'messages') =>
    hidden.flatMap(([, plugin]) => Object.keys(plugin[of] ?? {}));
  return { sections: namesOf('sections'), messages: namesOf('messages') };
}

/** @param secret of the pseudonyms, if it is known here */
export const committedParts = (parts: PluginParts, secret?: Uint8Array) =>
  ofPlugins(partsOf(parts), (plugin, part) => [plugin.committed(part, secret)]).reduce(
    (all, one) => ({ ...all, ...one }),
    {},
  );

export const bonusesOf = (parts: PluginParts) =>
  ofPlugins(partsOf(parts), (plugin, part) => plugin.bonuses?.(part));

/** Undefined: a number takes part once. */
export const claimsOf = (files: Files): Claims | undefined =>
  ofPlugins(files, (plugin, file) => [plugin.claims?.(file)])[0];

export const claimsIn = (parts: PluginParts) => claimsOf(partsOf(parts));

/** Of a plugin, in the form of the registration. */
export const hasField = (parts: PluginParts): boolean =>
  Object.keys(shownParts(parts)).some((name) => listed[name]?.hasField);

export const hasPurchases = (parts: PluginParts): boolean =>
  ofPlugins(partsOf(parts), (plugin) => (plugin.hasPurchases ? [true] : [])).length > 0;

/** `packs.json` */
export const pluginFilesOf = (parts: PluginParts): string[] =>
  ofPlugins(partsOf(parts), (_plugin, _part, name) => [`${name}.json`]);

/** For `campaign check`. */
export const checkedParts = (parts: PluginParts) =>
  pluginFiles.map(([name, plugin]) => plugin.checked(partsOf(parts).get(name)));
