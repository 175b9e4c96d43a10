import type { Page } from 'playwright-core';

/** `classes` of what moved, of the next element outside of it that has some. */
export type LayoutShift = { value: number; classes: string[] };

/** Since the page began, without shifts within half a second of a press. */
export function layoutShifts(page: Page): Promise<LayoutShift[]> {
  return page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    return observer.takeRecords().flatMap((entry) => {
      if (Reflect.get(entry, 'hadRecentInput') === true) return [];
      const sources: unknown = Reflect.get(entry, 'sources');
      const nodes = (Array.isArray(sources) ? sources : []).map((source: object): unknown =>
        Reflect.get(source, 'node'),
      );
      const classes = nodes.map((node) =>
        node instanceof Element ? (node.closest('[class]')?.getAttribute('class') ?? '') : '',
      );
      return [{ value: Number(Reflect.get(entry, 'value')), classes }];
    });
  });
}
