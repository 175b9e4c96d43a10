// The product's own.
export { fairDraw } from '../../../default-words/hi/fair-draw.ts';
