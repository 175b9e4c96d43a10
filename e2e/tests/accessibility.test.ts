// Every screen, dialog and error state by WCAG 2.2 AA, with AAA's contrast and target size. Dark
// colours are derived from the light ones by a tested rule (palette-and-stylesheet.test.ts), so the
// gate checks each surface only once in the dark.
import { describe, expect, test } from 'vitest';
import {
  axeViolations,
  darkContrastViolations,
  finishAnimations,
  smallTargets,
} from '../support/checks/visual-checks.ts';
import { usePhones, withMotion, type Phone } from '../support/browser/phone.ts';
import { screenStatePaths, type StateKind } from '../support/screen-states.ts';

const phones = usePhones();

async function violations({ page }: Phone, isInDark: boolean): Promise<string[]> {
  await finishAnimations(page);
  return [
    ...(await axeViolations(page)),
    ...(await smallTargets(page)),
    ...(isInDark ? await darkContrastViolations(page) : []),
  ];
}

/** @returns findings by state, and the kinds of states that were seen */
async function walk(
  phone: Phone,
  visit: (typeof screenStatePaths)[number][1],
  check: (kind: StateKind | undefined) => Promise<string[]>,
) {
  const found: Record<string, string[]> = {};
  const kinds: (StateKind | undefined)[] = [];
  await visit(phone, async (stop, kind) => {
    kinds.push(kind);
    const problems = await check(kind);
    if (problems.length > 0) found[stop] = problems;
  });
  return { found, kinds };
}

describe('WCAG 2.2 AA, a contrast of 7:1, in the dark too, and targets of 44 pixels', () => {
  test.each(screenStatePaths)('has no violations: %s', async (_, visit) => {
    const phone = await phones.open();
    const { found, kinds } = await walk(phone, visit, async (kind) =>
      kind === 'alike' ? [] : violations(phone, kind === 'own colours'),
    );
    expect(kinds).toContain('own colours');
    expect(found).toEqual({});
  });

  test.each(screenStatePaths)(
    'has no violations with motion, each state in light and dark: %s',
    { tags: ['long'] },
    async (_, visit) => {
      const phone = await phones.open(withMotion);
      const { found, kinds } = await walk(phone, visit, () => violations(phone, true));
      expect(kinds.length).toBeGreaterThan(3);
      expect(found).toEqual({});
    },
  );
});
