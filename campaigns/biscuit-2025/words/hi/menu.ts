// The product's own.
export { menu } from '../../../default-words/hi/menu.ts';
