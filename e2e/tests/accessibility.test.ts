// Every screen, dialog and error state by WCAG 2.2 AA, with AAA's contrast and target size.
import { describe, expect, test } from 'vitest';
import {
  axeViolations,
  darkContrastViolations,
  finishAnimations,
  smallTargets,
} from '../support/visual-checks.ts';
import { usePhones, withMotion } from '../support/phone.ts';
import { screenStatePaths } from '../support/screen-states.ts';

const phones = usePhones(withMotion);

describe('WCAG 2.2 AA, a contrast of 7:1, in the dark too, and targets of 44 pixels', () => {
  test.each(screenStatePaths)('has no violations: %s', async (_, visit) => {
    const phone = await phones.open();
    const found: Record<string, string[]> = {};
    let stops = 0;
    await visit(phone, async (stop) => {
      stops += 1;
      await finishAnimations(phone.page);
      const violations = [
        ...(await axeViolations(phone.page)),
        ...(await smallTargets(phone.page)),
        ...(await darkContrastViolations(phone.page)),
      ];
      if (violations.length > 0) found[stop] = violations;
    });
    expect(stops).toBeGreaterThan(3);
    expect(found).toEqual({});
  });
});
