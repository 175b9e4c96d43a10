// The product's own.
export { menu } from '../../../product/words/en/menu.ts';
