// Behind a dialog the page neither scrolls nor moves sideways when its scroll bar disappears.
import { openDialogs } from './open-dialogs.ts';

openDialogs.subscribe(({ ids }) => {
  const { classList, clientWidth } = document.documentElement;
  const isLocked = ids.length > 0;
  if (isLocked === classList.contains('scroll-locked')) return;
  if (isLocked) classList.toggle('scroll-gutter', innerWidth > clientWidth);
  classList.toggle('scroll-locked', isLocked);
});
