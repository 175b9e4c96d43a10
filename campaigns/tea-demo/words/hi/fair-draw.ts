// The product's own.
export { fairDraw } from '../../../product/words/hi/fair-draw.ts';
