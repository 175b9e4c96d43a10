// The product's own.
export { menu } from '../../../product/words/hi/menu.ts';
