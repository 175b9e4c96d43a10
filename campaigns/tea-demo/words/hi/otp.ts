// The product's own.
export { otp } from '../../../product/words/hi/otp.ts';
