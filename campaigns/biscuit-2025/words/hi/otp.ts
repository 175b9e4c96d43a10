// The product's own.
export { otp } from '../../../default-words/hi/otp.ts';
