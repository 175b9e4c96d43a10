import type { Database } from '@inaam/server/database/database.ts';

export const reviewTesting = {
  fill: `insert into inaam.review_trace (campaign, rule, source, at, pseudonym)
   select $campaign, rule, substr(hash, 1, 16), at, pseudonym
   from $shoppers cross join unnest(array['device', 'network', 'block']) as rule`,
  casesOf: async (database: Database) => {
    const { rows } = await database.query<{ number: string }>(
      'select number from inaam.review_cluster order by last_at desc limit 100',
    );
    const numbers = rows.map(({ number }) => Number(number));
    const reason = 'a measurement';
    const rule = { rule: 'block', mode: 'watch', windowHours: 24, reason };
    return [
      { name: 'readReview' as const, filter: '', fields: () => ({}) },
      { name: 'readClusters' as const, filter: 'newest', fields: () => ({ before: null }) },
      {
        name: 'readCluster' as const,
        filter: 'new ones',
        fields: (time: number) => ({ number: numbers[time % numbers.length] }),
      },
      {
        name: 'changeRule' as const,
        filter: '',
        fields: (time: number) => ({ ...rule, threshold: 50 + (time % 2) }),
        changes: true as const,
      },
    ];
  },
};
