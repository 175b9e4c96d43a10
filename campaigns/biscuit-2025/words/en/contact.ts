// The product's own.
export { contact } from '../../../default-words/en/contact.ts';
