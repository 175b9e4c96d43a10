// The product's own.
export { messages } from '../../../product/words/hi/messages.ts';
