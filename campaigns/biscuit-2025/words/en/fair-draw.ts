// The product's own.
export { fairDraw } from '../../../default-words/en/fair-draw.ts';
