// The product's own.
export { fairDraw } from '../../../product/words/en/fair-draw.ts';
