// The page does not scroll behind a dialog, nor move sideways because its scroll bar goes.
import { openDialogs } from './open-dialogs.ts';

openDialogs.subscribe(({ ids }) => {
  const { classList, clientWidth } = document.documentElement;
  const isLocked = ids.length > 0;
  if (isLocked === classList.contains('scroll-locked')) return;
  if (isLocked) classList.toggle('scroll-gutter', innerWidth > clientWidth);
  classList.toggle('scroll-locked', isLocked);
});
