// The product's own.
export { messages } from '../../../product/words/en/messages.ts';
