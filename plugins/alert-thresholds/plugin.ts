export const alertThresholds = {
  name: 'alert-thresholds',
  rights: {
    alert_threshold: { inaam_console: 'select, insert, update', inaam_deliver: 'select' },
  },
  auditWords: { 'console alerts thresholds': 'Changed the thresholds of alerts' },
  readAlertLimits: async () => (await import('./server/thresholds.sql.ts')).readLimits,
};
