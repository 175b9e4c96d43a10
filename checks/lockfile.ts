import { z } from 'zod';

const listSchema = z.record(z.string(), z.string()).default({});
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      link: z.boolean().default(false),
      dev: z.boolean().default(false),
      license: z.string().optional(),
      hasInstallScript: z.boolean().default(false),
      dependencies: listSchema,
      optionalDependencies: listSchema,
    }),
  ),
});

/**
 * Packages that are not locked for every platform, which `npm ci` refuses elsewhere, and registry
 * hosts.
 */
export function lockfileViolations(text: string): string[] {
  const { packages } = lockSchema.parse(JSON.parse(text));
  return Object.entries(packages).flatMap(([place, entry]) => {
    const dependencies = Object.entries({ ...entry.dependencies, ...entry.optionalDependencies });
    const missing = dependencies.filter(([name, range]) => !isFound(name, range, place, packages));
    const isOurs = entry.link || !place.includes('node_modules/');
    return [
      ...missing.map(
        ([name, range]) =>
          `${place} depends on ${name} ${range}, which is not locked. Use a version that exists for every platform.`,
      ),
      ...(isOurs || (entry.version && entry.integrity)
        ? []
        : [`${place} has no version or no integrity. Lock it again.`]),
      ...(isOurs || entry.resolved === undefined
        ? []
        : [
            `${place} is bound to ${entry.resolved}. Install with omit-lockfile-registry-resolved.`,
          ]),
    ];
  });
}

/** Resolves as Node does: in each node_modules from the dependent's folder upwards. */
function isFound(
  name: string,
  range: string,
  place: string,
  packages: Readonly<Record<string, { version?: string | undefined }>>,
): boolean {
  for (let folder = place; ; folder = folder.replace(/\/?[^/]*$/, '')) {
    const found = packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`];
    // Platform packages have exact versions; another version further up must not hide a missing
    // one.
    if (found) return !exact.test(range) || found.version === range;
    if (folder === '') return false;
  }
}

/** Not `2.10.0 - 3`, which is a range. */
const exact = /^\d+\.\d+\.\d+[^\s|]*$/;

// Licences that MIT-licensed software may be shipped with.
const shippedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  // We take it as MIT.
  '(MIT OR CC0-1.0)',
  'Python-2.0',
  'Unlicense',
]);
// Used to build or test only, and not part of what is shipped, or (OFL) fonts.
const toolLicences = new Set([
  ...shippedLicences,
  'CC0-1.0',
  'MPL-2.0',
  'OFL-1.1',
  'PDDL-1.0',
  'Zlib',
]);

/** @param allowScripts of package.json: the packages whose install scripts were looked at */
export function supplyChainViolations(
  text: string,
  allowScripts: Readonly<Record<string, boolean>>,
): string[] {
  const { packages } = lockSchema.parse(JSON.parse(text));
  return Object.entries(packages).flatMap(([place, { link, dev, license, hasInstallScript }]) => {
    if (link || !place.includes('node_modules/')) return [];
    const allowed = dev ? toolLicences : shippedLicences;
    const name = place.replace(/^.*node_modules\//, '');
    return [
      ...(license !== undefined && isLicensed(license, allowed)
        ? []
        : [`${place} has the licence ${license ?? 'none'}. Use another package, or check it.`]),
      ...(!hasInstallScript || name in allowScripts
        ? []
        : [`${place} has an install script. Read it, and add it to allowScripts in package.json.`]),
    ];
  });
}

/** @param licence one, or several as SPDX joins them: of those of an OR one is enough */
function isLicensed(licence: string, allowed: ReadonlySet<string>): boolean {
  const plain = licence.replaceAll(/[()]/g, '');
  return plain.split(' AND ').every((part) => part.split(' OR ').some((one) => allowed.has(one)));
}
