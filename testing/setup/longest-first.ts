// The order of a run's test files.
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Short files that take or wait long. Vitest only knows durations from earlier runs; a new checkout
 * starts the largest files first, and would end with one worker in one of these.
 */
export const longFiles: readonly string[] = [
  'checks/gate/hanging-tests.test.ts',
  'runtime/postgres.test.ts',
  'server/main/programs.test.ts',
  'testing/attack/attacks.test.ts',
  'demo/start.test.ts',
  'server/draw/cards/draw-process.test.ts',
  'server/main/program-shutdown.test.ts',
  'testing/server-model/server-model.test.ts',
  'plugins/single-sign-on/server/openid-provider.test.ts',
  'plugins/single-sign-on/server/single-sign-on.test.ts',
  'server/main/refused-start.test.ts',
  'e2e/tests/accessibility.test.ts',
  'e2e/console/roles.test.ts',
  'plugins/packs/e2e/packs.test.ts',
];

/** The others keep their order. */
function withLongFilesFirst<File>(files: readonly File[], pathOf: (file: File) => string): File[] {
  const placeOf = (file: File) => {
    const place = longFiles.indexOf(pathOf(file));
    return place === -1 ? longFiles.length : place;
  };
  return files.toSorted((a, b) => placeOf(a) - placeOf(b));
}

export class LongestFirst extends BaseSequencer {
  // Not an array's, which would sort in place.
  readonly #usual = super.sort.bind(this);

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await this.#usual(files);
    const { root } = this.ctx.config;
    const pathOf = ({ moduleId }: TestSpecification) => path.relative(root, moduleId);
    // A worker serves one project, so each project's files stay together.
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) =>
      withLongFilesFirst(
        sorted.filter((file) => file.project === project),
        pathOf,
      ),
    );
  }
}
