/** Both programs send. */
const kept = 'select, insert';

export const alertLog = {
  name: 'alert-log',
  rights: {
    alert_mail: {
      inaam_console: kept,
      inaam_deliver: `${kept}, update (campaign), delete`,
      inaam_operator: 'select',
      inaam_audit: 'select',
    },
  },
  retention: { alertMails: { tables: ['alert_mail'], days: 90, age: 'at' } },
  keepMails: async () => (await import('./server/alert-mails.sql.ts')).writeMails,
};
