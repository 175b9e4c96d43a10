// The product's own.
export { messages } from '../../../default-words/en/messages.ts';
