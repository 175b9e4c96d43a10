// What each program may do in the database. `migrate` owns everything and grants these privileges
// after each migration. The other programs assume their own role, so that a fault in one cannot do
// what only another may do.
import { plugins } from '@inaam/plugins/plugins.ts';
import { roles, type Role } from '../session.ts';

/** SQL privileges, with columns in parentheses; a role that is missing has none. */
type Rights = Partial<Record<Role, string>>;

const given = (privileges: string, ...names: readonly Role[]): Rights =>
  Object.fromEntries(names.map((name) => [name, privileges]));
const readBy = (...names: readonly Role[]) => given('select', ...names);

/** Of an account, until it is closed. */
const ended = { inaam_operator: 'select (account, used_at), delete' };

/** Who may sign in to the console. */
const consoleRights = {
  console_account: {
    ...given('select, insert, update (closed_at)', 'inaam_operator', 'inaam_console'),
    ...readBy('inaam_audit'),
  },
  // Locked as a whole while roles change.
  console_role: {
    ...given('select, insert, update', 'inaam_operator', 'inaam_console'),
    ...readBy('inaam_audit'),
  },
  console_invitation: {
    inaam_operator: 'select (account, used_at), insert, update (used_at)',
    inaam_console: 'select, insert, update (used_at)',
  },
  console_passkey: { ...ended, inaam_console: 'select, insert, update (counter, used_at)' },
  console_identity: { ...ended, inaam_console: 'select, insert, update (used_at), delete' },
  console_session: { ...ended, inaam_console: 'select, insert, update (used_at), delete' },
  console_challenge: { inaam_console: 'select, insert, delete' },
  console_try: { inaam_console: 'select, insert, update (tries, until), delete' },
};

const narrow: readonly Role[] = ['inaam_draw', 'inaam_loader'];
const all = readBy(...roles.filter((role) => !narrow.includes(role)));
const drawToo = readBy('inaam_draw');

/** The update privilege on `campaign` exists only so that rows can be locked for deletion. */
const deletable = 'select, update (campaign), delete';

const changed = 'select, insert, update, delete';
/** Of people and devices, which the audit role cannot see. */
const traced: Rights = {
  inaam_deliver: deletable,
  ...readBy('inaam_operator', 'inaam_console'),
};
const beating = 'select, insert, update (beat_at, state, draw, draw_entry), delete';

export const rights: Readonly<Record<string, Rights>> = {
  migration: { ...all, ...drawToo },
  secret_check: {
    ...given('select, insert, update (seals)', 'inaam_serve', 'inaam_deliver', 'inaam_console'),
    inaam_operator: 'select, insert, update (value, seals)',
  },
  // The draw and the books. `serve` appends what the triggers allow; triggers change deck and
  // budget.
  commitment: { ...all, ...drawToo, inaam_operator: 'select, insert' },
  // `draw` says how far vouchers may go, and people what it sets aside.
  checked_ledger: {
    ...readBy('inaam_deliver'),
    inaam_draw: 'select, insert, update (entries, stopped_at, set_aside)',
    inaam_operator: 'select, update (decided)',
  },
  law: { ...all, inaam_operator: 'select, insert' },
  // A trigger applies it to ledger, head, deck and budget.
  amendment: { ...all, inaam_operator: 'select, insert' },
  head: {
    ...all,
    inaam_serve: 'select, update (next_ledger, last_hash, next_draw)',
    inaam_operator: 'select, insert, update (revealed_at, paused_at)',
    inaam_console: 'select, update (paused_at)',
  },
  deck: { ...all, inaam_operator: 'select, insert' },
  reveal: { ...all, inaam_operator: 'select, insert' },
  budget: {
    ...all,
    inaam_operator: 'select, insert',
    inaam_loader: 'select (campaign, amount)',
  },
  admission: { ...all, inaam_operator: 'select, insert' },
  reward: { ...all, inaam_serve: 'select, insert' },
  ledger: {
    ...readBy('inaam_operator', 'inaam_draw', 'inaam_audit', 'inaam_console'),
    inaam_serve: 'select, insert',
    inaam_deliver: 'select (campaign, number, kind, pseudonym)',
  },
  participation: {
    inaam_serve: 'select, insert, update (details_t)',
    ...readBy('inaam_deliver', 'inaam_operator'),
    inaam_console: 'select (campaign, pseudonym, mobile_index, state, verified_at, claim)',
    inaam_audit: 'select (campaign, pseudonym, state, verified_at, claim)',
  },
  visit: { ...traced, inaam_serve: 'insert (campaign, user_key, at, query, ip_info, language)' },
  consent: { ...traced, inaam_serve: 'select, insert' },
  device_limits: {
    inaam_serve: 'select, insert, update, delete',
    inaam_deliver: deletable,
    inaam_operator: 'select',
  },
  mobile_limits: {
    inaam_serve: 'select, insert, update, delete',
    inaam_deliver: deletable,
    inaam_operator: 'select, insert, update, delete',
    inaam_console: 'select, insert, update (blocked), delete',
  },
  send_counter: {
    inaam_serve: 'select, insert, update',
    inaam_deliver: deletable,
    inaam_operator: 'select',
  },
  used_proof: {
    inaam_serve: 'select, insert',
    inaam_deliver: deletable,
    inaam_operator: 'select (campaign, expires_at)',
  },
  code_request: {
    inaam_serve: 'select, insert, update',
    inaam_deliver: 'select, update, delete',
    inaam_operator: 'select, update (mobile_sealed, registration_sealed, code_sealed)',
    inaam_console:
      'select (campaign, user_key, mobile_index, mobile_sealed, registration_sealed, registered_at, code_expires_at, code_used_at, tries)',
  },
  personal_data: {
    // The number that the voucher goes to is written only once.
    inaam_serve: 'select, insert, update (name_sealed, details_sealed)',
    inaam_deliver: deletable,
    inaam_operator: 'select, update (mobile_sealed, name_sealed, details_sealed)',
    inaam_console: 'select',
  },
  token: {
    inaam_serve: 'select, insert, update',
    inaam_deliver: deletable,
    inaam_operator: 'select, update (revoked_at)',
    inaam_console:
      'select (campaign, number, pseudonym, user_key, created_at, expires_at, revoked_at), update (revoked_at)',
  },
  // Written only by the functions of erasure.
  withdrawal: readBy('inaam_operator', 'inaam_console'),
  erasure_receipt: {
    inaam_serve: 'select',
    inaam_deliver: deletable,
    inaam_operator: 'select (campaign, at)',
  },
  // Messages and voucher codes. `serve` creates messages, and never sees a code.
  message: {
    inaam_serve:
      'select, insert (campaign, kind, pseudonym, is_bonus, voucher_amount, user_key, mobile_index, code_hash, guarded_at, code_sealed, owed_at, priority)',
    inaam_deliver: 'select, update, delete',
    inaam_operator:
      'select, update (code_sealed, state, resends, sent_at, ended_at, provider_reference, path, reason, due_at, attempts)',
    inaam_console:
      'select (id, campaign, kind, state, pseudonym, is_bonus, voucher_amount, user_key, mobile_index, tries, resends, owed_at, sent_at, ended_at, reason, sending_since, due_at, leased_until), update (state, resends, sent_at, ended_at, provider_reference, path, reason, due_at, attempts)',
    inaam_loader:
      'select (id, campaign, kind, state, pseudonym, voucher_amount, owed_at, due_at, leased_until), update (due_at, attempts)',
    inaam_audit:
      'select (id, campaign, kind, state, pseudonym, is_bonus, voucher_amount, tries, owed_at, sent_at, ended_at, reason, path)',
  },
  delivery: {
    inaam_deliver: 'select, insert, delete',
    inaam_operator: 'select, insert',
    inaam_console: 'select, insert',
    ...readBy('inaam_audit'),
  },
  voucher: {
    inaam_serve: 'select (campaign, amount, pseudonym, expires_on, withdrawn_at)',
    inaam_deliver: 'select, update (pseudonym, is_bonus, assigned_at)',
    inaam_operator: 'select, insert, update (code_sealed)',
    inaam_console:
      'select (campaign, code_index, end_index, amount, pseudonym, is_bonus, assigned_at, batch, expires_on, withdrawn_at), update (withdrawn_at)',
    inaam_loader:
      'select (campaign, code_index, amount, pseudonym, expires_on, withdrawn_at), insert (campaign, code_index, code_sealed, end_index, amount, expires_on, loaded_at, batch)',
    inaam_audit:
      'select (campaign, amount, loaded_at, pseudonym, is_bonus, assigned_at, batch, expires_on, withdrawn_at)',
  },
  voucher_batch: {
    ...all,
    inaam_operator: 'select, insert',
    inaam_console: 'select, update (withdrawn_at)',
    inaam_loader: 'select (number, codes), insert (campaign, loaded_at, codes)',
  },
  voucher_hold: {
    ...readBy('inaam_operator', 'inaam_audit'),
    inaam_deliver: 'select, insert',
    inaam_console: 'select, insert, update',
    // For the age of waiting vouchers, in the metrics.
    inaam_serve: 'select (campaign, pseudonym, state)',
    inaam_loader: 'select (campaign, pseudonym, state)',
  },
  sms_receipt: {
    inaam_serve: 'insert',
    inaam_deliver: changed,
    inaam_operator: 'select (campaign, at)',
    inaam_console: 'select (campaign, at)',
  },
  sms_unread: {
    inaam_serve: 'select, insert, update (times, last_at)',
    ...readBy('inaam_operator', 'inaam_console'),
  },
  mailbox: {
    inaam_deliver: 'select, insert, update (campaign), delete',
    inaam_operator: 'select, update (mobile_sealed, text_sealed)',
  },
  process: {
    ...given(beating, 'inaam_serve', 'inaam_deliver', 'inaam_draw', 'inaam_console'),
    ...readBy('inaam_operator'),
  },
  identity: {
    ...readBy('inaam_serve', 'inaam_deliver', 'inaam_draw', 'inaam_console'),
    inaam_operator: 'select, update (database)',
  },
  // Written by functions that act as the owner.
  figure_change: { inaam_deliver: 'select, delete' },
  figure_progress: {
    inaam_deliver: 'select, insert, update',
    ...readBy('inaam_operator', 'inaam_console'),
  },
  rollup: {
    inaam_deliver: changed,
    ...readBy('inaam_serve', 'inaam_operator', 'inaam_console', 'inaam_audit'),
  },
  figure_part: {
    inaam_deliver: changed,
    ...readBy('inaam_operator', 'inaam_console', 'inaam_audit'),
  },
  audit: {
    inaam_operator: 'select, insert',
    inaam_console: 'select, insert',
    inaam_loader: 'insert',
    inaam_audit: 'select',
  },
  ...consoleRights,
  ...Object.fromEntries(plugins.flatMap((plugin) => Object.entries(plugin.rights))),
};

/** Functions that act as their owner; no other role may call them. */
export const privileged: Readonly<Record<string, readonly Role[]>> = {
  erase_number: ['inaam_operator', 'inaam_console'],
  erase_proven: ['inaam_serve'],
  erase_withdrawn: ['inaam_deliver'],
  ...Object.fromEntries(plugins.flatMap(({ owned }) => Object.entries(owned))),
};
