/**
 * For statements that find every row by its key, by plans from when a table was small. What is
 * left is an index scan with the whole key, in the order of the index. A bitmap would be made of
 * all rows of the campaign, a join would keep all of them to compare each, and a sort would read
 * all voucher codes in stock for the next one. A row that is read in vain costs as much as a page.
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
