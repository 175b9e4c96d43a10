/** What its sealed values are bound to. */
export const targetPlace = 'alert_recipient.target';
const changed = 'select, insert, update, delete';
/** `deliver` and `console` alert people, whichever of them notices first. */
const byBoth = { inaam_deliver: changed, inaam_console: changed };

export const alerts = {
  name: 'alerts',
  rights: {
    alert_recipient: {
      inaam_deliver:
        'select, update (reported_day, due_at, tries, sent_at, failing_since, failure)',
      inaam_console: changed,
      inaam_operator: 'select, update (target_sealed)',
    },
    alert: byBoth,
    alert_notice: byBoth,
    alert_turn: byBoth,
  },
  sealed: [{ table: 'alert_recipient', key: 'id', column: 'target_sealed', place: targetPlace }],
  auditWords: {
    'console alerts add': 'Added a recipient of alerts',
    'console alerts change': 'Changed a recipient of alerts',
    'console alerts remove': 'Removed a recipient of alerts',
    'console alerts test': 'Sent a test of the alerts',
  },
};
