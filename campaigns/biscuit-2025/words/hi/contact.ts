// The product's own.
export { contact } from '../../../product/words/hi/contact.ts';
