// The product's own.
export { messages } from '../../../default-words/hi/messages.ts';
