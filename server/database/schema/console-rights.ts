/** Of an account, until a command closes it. */
const ended = { inaam_operator: 'select (account, used_at), delete' };

/**
 * Who may sign in to the console. Its program can neither create an account nor reopen one. A part
 * of roles.ts.
 */
export const consoleRights = {
  console_account: {
    inaam_operator: 'select, insert, update (closed_at)',
    inaam_console: 'select',
    inaam_audit: 'select',
  },
  console_role: {
    inaam_operator: 'select, insert, delete',
    inaam_console: 'select',
    inaam_audit: 'select',
  },
  console_invitation: {
    inaam_operator: 'select (account, used_at), insert, update (used_at)',
    inaam_console: 'select, update (used_at)',
  },
  console_passkey: { ...ended, inaam_console: 'select, insert, update (counter, used_at)' },
  console_identity: { ...ended, inaam_console: 'select, insert, update (used_at)' },
  console_session: { ...ended, inaam_console: 'select, insert, update (used_at), delete' },
  console_challenge: { inaam_console: 'select, insert, delete' },
  console_try: { inaam_console: 'select, insert, update (tries, until), delete' },
};
