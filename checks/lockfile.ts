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

const exact = /^\d+\.\d+\.\d+/;
