/** `deliver` measures, people in the console decide. */
export const review = {
  name: 'review',
  rights: {
    review_rule: {
      inaam_deliver: 'select',
      inaam_operator: 'select',
      inaam_audit: 'select',
      inaam_console: 'select, insert, update',
    },
    review_trace: { inaam_deliver: 'select, insert, update (campaign, pseudonym), delete' },
    review_cluster: {
      inaam_deliver: 'select, insert, update, delete',
      inaam_console: 'select (number, campaign, rule, last_at, in_hour, in_day, in_week)',
    },
    review_member: {
      inaam_deliver: 'select, insert, update (campaign), delete',
      inaam_console: 'select',
    },
  },
  retention: {
    reviewTraces: {
      tables: ['review_trace'],
      days: 8,
      age: 'at',
      // Always true; it makes the planner use the partial index.
      condition: 'octet_length(source) = 16',
    },
    // Kept while the voucher is held, so that it can still be decided.
    reviewMembers: {
      tables: ['review_member'],
      days: 60,
      age: 'at',
      condition: `not exists (
        select from inaam.voucher_hold as hold
        where hold.campaign = $1 and hold.pseudonym = old.pseudonym and hold.state = 'held'
          and exists (
            select from inaam.message
            where message.campaign = $1 and message.pseudonym = old.pseudonym and kind = 'voucher'
              and message.state in ('owed', 'assigned')))`,
    },
    reviewClusters: {
      tables: ['review_cluster'],
      days: 60,
      age: 'last_at',
      condition:
        'not exists (select from inaam.review_member where review_member.cluster = old.number)',
    },
  },
  auditWords: {
    'console review hold': 'Held vouchers',
    'console review refuse': 'Refused vouchers',
    'console review release': 'Released vouchers',
    'console review rule': 'Set a rule of the review',
  },
};
