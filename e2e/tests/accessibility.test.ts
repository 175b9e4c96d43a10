// Every screen, dialog and state of a fault by the rules of WCAG 2.2 AA, with the contrast of AAA,
// and by the size of what is tapped.
import { describe, expect, test } from 'vitest';
import { axeViolations, finishAnimations, smallTargets } from '../support/visual-checks.ts';
import { usePhones } from '../support/phone.ts';
import { screenStatePaths } from '../support/screen-states.ts';

const phones = usePhones();

describe('by the rules of WCAG 2.2 AA, in text of 7:1, with targets of 44 pixels', () => {
  test.each(screenStatePaths)('there is nothing to find fault with %s', async (_, road) => {
    const phone = await phones.open();
    const found: Record<string, string[]> = {};
    let stops = 0;
    await road(phone, async (stop) => {
      stops += 1;
      await finishAnimations(phone.page);
      const faults = [...(await axeViolations(phone.page)), ...(await smallTargets(phone.page))];
      if (faults.length > 0) found[stop] = faults;
    });
    expect(stops).toBeGreaterThan(3);
    expect(found).toEqual({});
  });
});
