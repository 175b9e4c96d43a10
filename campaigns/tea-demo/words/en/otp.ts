// The product's own.
export { otp } from '../../../default-words/en/otp.ts';
