/**
 * Messages that wait for the provider at the same time: with an answer in 150 ms, over 1,000 codes
 * and 300 vouchers a second. They need no connection while they wait.
 */
export const concurrency = { otp: 256, voucher: 64 };

export type Concurrency = typeof concurrency;
