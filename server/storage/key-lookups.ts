/**
 * Planner settings for statements that find every row by its key, with plans that were made while
 * tables were small. What is left is an index scan with the whole key, in index order. A bitmap
 * would contain all rows of the campaign, a join would compare all of them, and a sort would read
 * all voucher codes in stock to find the next one. Reading one unneeded row costs as much as a
 * page.
 */
export const keyLookupSettings = [
  'enable_seqscan=off',
  'enable_bitmapscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'enable_material=off',
  'enable_sort=off',
  'cpu_tuple_cost=1',
] as const;
