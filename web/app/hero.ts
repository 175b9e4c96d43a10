// The picture of HOME: a drawing in the first frame, then the campaign's image, if any, once the
// app has started. After a scan the image opens with an animation.
import { isScanned } from '../session/entry-values.ts';
import type { Browser } from './browser.ts';

export type Hero = {
  /** With data saver on, keep the drawing. */
  isImageWanted: () => boolean;
  /** True once, after a scan, unless the shopper prefers reduced motion. */
  claimOpeningAnimation: () => boolean;
};

export function createHero({
  location,
  isReduced,
  savesData,
}: Pick<Browser, 'isReduced' | 'savesData'> & { location: Pick<Location, 'search'> }): Hero {
  let isClosed = isScanned(location.search);
  return {
    isImageWanted: () => !savesData(),
    claimOpeningAnimation: () => {
      const isDue = isClosed && !isReduced();
      isClosed = false;
      return isDue;
    },
  };
}
