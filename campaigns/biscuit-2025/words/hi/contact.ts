// The product's own.
export { contact } from '../../../default-words/hi/contact.ts';
