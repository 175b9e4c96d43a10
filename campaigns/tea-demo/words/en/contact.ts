// The product's own.
export { contact } from '../../../product/words/en/contact.ts';
