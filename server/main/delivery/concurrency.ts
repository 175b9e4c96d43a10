/**
 * How many messages wait for the provider at the same time: if it answers within 150 ms, enough for
 * over 1,000 codes and 300 vouchers a second. While they wait they need no database connection.
 */
export const concurrency = { otp: 256, voucher: 64 };

export type Concurrency = typeof concurrency;
