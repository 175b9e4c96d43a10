// The picture of HOME: the drawing is in the first frame, and the campaign's image, if it has
// one, follows when the app is there. A scan opens it.
import { isScanned } from '../session/entry-values.ts';
import type { Browser } from './browser.ts';

export type Hero = {
  /** Where data are dear the drawing stays. */
  isImageWanted: () => boolean;
  /** Whether it is opened now: the first time after a scan, and where motion is welcome. */
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
