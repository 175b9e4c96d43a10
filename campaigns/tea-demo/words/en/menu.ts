// The product's own.
export { menu } from '../../../default-words/en/menu.ts';
