/** SQL: a time as a number of ms, null as null. */
export const ms = (column: string): string => `floor(extract(epoch from ${column}) * 1000)::float8`;
