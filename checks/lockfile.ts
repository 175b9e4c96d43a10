// The lockfile must bring every machine what it needs: `npm ci` refuses one that leaves out the packages of other
// platforms, and npm writes such a one without a word when a registry does not have them. Pure.
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

/** What is missing or should not be there, each a sentence with its mend. */
export function lockfileFaults(text: string): string[] {
  const { packages } = lockSchema.parse(JSON.parse(text));
  return Object.entries(packages).flatMap(([place, entry]) => {
    const asked = Object.entries({ ...entry.dependencies, ...entry.optionalDependencies });
    const missing = asked.filter(([name, range]) => !isFound(name, range, place, packages));
    const isOurs = entry.link || !place.includes('node_modules/');
    return [
      ...missing.map(
        ([name, range]) =>
          `${place} asks for ${name} ${range}, which is not locked. Take a version that is there for every platform.`,
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

/** Looks where Node would: beside the asker, then in each node_modules above. What is there must be what was asked for. */
function isFound(
  name: string,
  range: string,
  place: string,
  packages: Readonly<Record<string, { version?: string | undefined }>>,
): boolean {
  for (let folder = place; ; folder = folder.replace(/\/?[^/]*$/, '')) {
    const found = packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`];
    // A platform's package is asked for by its exact version; another one above it would hide that it is missing.
    if (found) return !exact.test(range) || found.version === range;
    if (folder === '') return false;
  }
}

const exact = /^\d+\.\d+\.\d+/;
