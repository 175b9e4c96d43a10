// The product's own.
export { otp } from '../../../product/words/en/otp.ts';
