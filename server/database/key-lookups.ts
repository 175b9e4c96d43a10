/**
 * Planner settings for statements that find every row by its key, with plans that were made while
 * tables were small. What is left is an index scan with the whole key. A bitmap would contain all
 * rows of the campaign, and a join would compare all of them. Only rows have a price: an index that
 * is large because a snapshot keeps the former versions of a few rows would seem dear to look up,
 * and all of it was read. Sorts are allowed: before version 17, PostgreSQL would otherwise read all
 * rows of the campaign in index order to lock a few of them in order.
 */
export const keyLookupSettings = [
  'enable_seqscan=off',
  'enable_bitmapscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'enable_material=off',
  'cpu_tuple_cost=1',
  'random_page_cost=0',
  'seq_page_cost=0',
] as const;
